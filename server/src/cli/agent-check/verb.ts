import { readInheritedEnv } from '../../settings/config.ts'
import { type AloneVerb, type Cli, CliProblem, printLine, printResult, type Typed } from '../cli.ts'
import { checkProgram, checks } from './agent-check.ts'

const usualPatienceSeconds = 30

async function check({ options }: Typed, cli: Pick<Cli, 'out' | 'json'>): Promise<void> {
  const command = options['command']
  if (typeof command !== 'string' || command.trim() === '')
    throw new CliProblem('--command is missing: how is the program started? For example "python3 agent.py".')
  const names = readNames(options['only'])
  const settings = {
    command,
    folder: process.cwd(),
    env: readInheritedEnv(),
    timeoutMs: readCount('patience', options['patience'], usualPatienceSeconds) * 1000,
    atOnce: readCount('at-once', options['at-once'], 1),
    ...(names === undefined ? {} : { names }),
  }
  const tried: { name: string; title: string; problem: string | null }[] = []
  for await (const { name, title, problem } of checkProgram(settings)) {
    tried.push({ name, title, problem: problem ?? null })
    const verdict = problem === undefined ? 'holds' : 'FAILS'
    // Printed immediately for people, because a check takes seconds.
    if (cli.json !== true)
      printLine(
        cli,
        `${verdict}  ${name.padEnd(width)}  ${title}${problem === undefined ? '' : `: ${problem}`}`,
      )
  }
  const failed = tried.filter(({ problem }) => problem !== null).length
  printResult(cli, { failed, checks: tried }, failed > 0 ? [] : [`All ${tried.length} hold.`])
  if (failed > 0) throw new CliProblem(`${failed} of ${tried.length} do not hold.`)
}

const width = Math.max(...checks.map(({ name }) => name.length))

function readNames(typed: string | boolean | undefined): readonly string[] | undefined {
  if (typeof typed !== 'string') return undefined
  const names = typed.split(',').map((name) => name.trim())
  const known = checks.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new CliProblem(`There is no check "${unknown}". Known are: ${known.join(', ')}.`)
  return names
}

function readCount(name: string, typed: string | boolean | undefined, usual: number): number {
  if (typed === undefined) return usual
  const count = Number(typed)
  if (!Number.isInteger(count) || count < 1 || count > 3_600)
    throw new CliProblem(`The option --${name} must be a whole number from 1 to 3600.`)
  return count
}

/** The conformance kit for the agents' protocol. */
export const agentCheckVerb: AloneVerb = {
  usage: '--command PROGRAM [--only CHECK,…] [--patience SECONDS] [--at-once COUNT]',
  about:
    'Start a program of the agencies’ side against a scripted server and print what of the protocol holds.',
  options: {
    command: { type: 'string' },
    only: { type: 'string' },
    patience: { type: 'string' },
    'at-once': { type: 'string' },
  },
  words: [0, 0],
  needs: 'nothing',
  json: true,
  run: check,
}
