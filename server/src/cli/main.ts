import { realpathSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Clock, systemClock } from '../lib/clock.ts'
import { type CliConfig, ConfigProblem, readCliConfig } from '../settings/config.ts'
import { getErrorCode } from '../lib/error-code.ts'
import { requireMigrated, SchemaProblem } from '../db/migrate.ts'
import { withDatabase } from '../db/open.ts'
import { type AloneVerb, type Cli, CliProblem, type Typed, type Verb } from './cli.ts'
import { formatUsage, usageText, verbs } from './verbs.ts'

/** The environment of the command line; by default that of this process. */
export interface CliEnvironment {
  /** Read only if a verb runs: help needs no database. */
  config: () => CliConfig | Promise<CliConfig>
  clock?: Clock
  input?: Readable & { isTTY?: boolean }
  out?: Writable
  err?: Writable & { isTTY?: boolean }
}

/** Runs one command line; returns the exit code: 0 done, 1 failed with a sentence, 2 wrong usage. */
export async function runCli(argv: readonly string[], surroundings: CliEnvironment): Promise<number> {
  const { config, clock = systemClock, input = process.stdin } = surroundings
  const { out = process.stdout, err = process.stderr } = surroundings
  // Looked at when the verb is done, which a reader that has seen enough must not break off.
  let unwritten: Error | undefined
  out.on('error', (error: Error) => void (unwritten ??= error))
  const command = readCommand(argv)
  if ('usage' in command) {
    const stream = command.problem === undefined ? out : err
    stream.write(`${command.problem === undefined ? '' : `${command.problem}\n\n`}${command.usage}`)
    return command.problem === undefined ? 0 : 2
  }
  try {
    const { verb, typed } = command
    const json = typed.options['json'] === true
    if (verb.needs === 'nothing') await verb.run(typed, { out, err, json })
    else await carryOut(verb, typed, { ...(await config()), clock, input, out, err, json })
    await new Promise((resolve) => out.write('', () => setImmediate(resolve)))
    assertWritten(unwritten)
    return 0
  } catch (error) {
    err.write(`${toSentence(error)}\n`)
    return 1
  }
}

/** Throws if something printed was not written, unless its reader, such as `head`, has gone. */
function assertWritten(error: Error | undefined): void {
  if (error === undefined || getErrorCode(error) === 'EPIPE') return
  throw new CliProblem(`It was done, but what it prints cannot be written: ${error.message}.`)
}

async function carryOut(verb: Verb, typed: Typed, around: Omit<Cli, 'db'>): Promise<void> {
  await withDatabase(around.databaseUrl, async (db) => {
    if (verb.needs !== 'database') await requireMigrated(db.read, { newer: around.allowNewerSchema })
    await verb.run(typed, { ...around, db })
  })
}

type ParsedCommand = { verb: Verb | AloneVerb; typed: Typed } | { problem: string | undefined; usage: string }

const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word)
const isGroup = (first: string): boolean => Object.keys(verbs).some((words) => words.startsWith(`${first} `))

function readCommand(argv: readonly string[]): ParsedCommand {
  const [first, second] = argv
  if (first === undefined || isHelp(first)) return { problem: undefined, usage: usageText() }
  if (isGroup(first) && (second === undefined || isHelp(second)))
    return { problem: second === undefined ? `"${first}" needs a verb.` : undefined, usage: usageText(first) }
  const name = [`${first} ${second ?? ''}`, first].find((words) => Object.hasOwn(verbs, words))
  const verb = name === undefined ? undefined : verbs[name]
  if (name === undefined || verb === undefined)
    return { problem: `There is no verb "${argv.slice(0, 2).join(' ')}".`, usage: usageText() }
  const usage = `Usage: ${formatUsage(name, verb)}\n`
  try {
    const rest = argv.slice(name.split(' ').length)
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: {
        ...verb.options,
        ...(verb.json === true ? { json: { type: 'boolean' } } : {}),
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
    if (values['help'] === true) return { problem: undefined, usage }
    const options: Typed['options'] = values
    const isAlone = verb.alone?.some((option) => options[option] === true) === true
    const [min, max] = isAlone ? [0, 0] : verb.words
    // Usage begins with the positional arguments, one word each.
    const missing = verb.usage.split(' ')[positionals.length] ?? ''
    if (positionals.length < min) return { problem: `${missing} is missing.`, usage }
    if (positionals.length > max)
      return { problem: `"${positionals[max] ?? ''}" is one word more than ${name} takes.`, usage }
    return { verb, typed: { words: positionals, options } }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), usage }
  }
}

/** PostgreSQL's codes for: not reachable, starting or stopping, no such database, access denied. */
const unreachable = new Set(['57P01', '57P02', '57P03', '3D000', '28P01', '28000', '53300'])

function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ([CliProblem, ConfigProblem, SchemaProblem].some((kind) => error instanceof kind)) return error.message
  // A connection refused at several addresses has its message only in its parts.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code, syscall, message } = first as { code?: string; syscall?: string; message: string }
  const away =
    syscall === 'connect' || syscall === 'getaddrinfo' || (code !== undefined && unreachable.has(code))
  const text = message.split('\n')[0] ?? ''
  return away ? `The database cannot be reached: ${text}` : `It failed: ${text}`
}

const started = process.argv[1]
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url))
  process.exitCode = await runCli(process.argv.slice(2), { config: () => readCliConfig() })
