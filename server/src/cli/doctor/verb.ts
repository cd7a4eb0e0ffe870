import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigProblem, readConfig, type ServerConfig } from '../../settings/config.ts'
import { checkFolders } from '../../settings/file-folders.ts'
import { type AloneVerb, CliProblem, printLine, printResult } from '../cli.ts'
import { checkDatabase } from './database.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const minFreeBytes = 5 * 1024 ** 3

/** Checks everything about an installation that can be checked without changing it. */
export async function* examine(read: () => ServerConfig = readConfig): AsyncGenerator<Finding> {
  let config: ServerConfig
  try {
    config = read()
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    for (const sentence of error.sentences)
      yield wrong(sentence, 'Set it as docs/operations.md, "Settings", has it.')
    return
  }
  yield ok('Settings: complete and well formed.')
  yield* checkProxy(config)
  yield checkConsole(config)
  yield* checkFiles(config)
  if (config.tracesEndpoint !== undefined) yield await checkTraces(config.tracesEndpoint)
  yield* checkDatabase(config)
}

function* checkProxy({ publicOrigin, trustedProxies }: ServerConfig): Generator<Finding> {
  const isPublic = publicOrigin.startsWith('https:')
  if (isPublic && trustedProxies.length === 0)
    yield warning(
      'TRUSTED_PROXIES is empty, but TLS ends before this server.',
      'Name the proxy, or all sign-ins seem to come from one address and share its limit.',
    )
  else yield ok(`Origin: people open ${publicOrigin}.`)
}

function checkConsole({ consoleFolder = '' }: ServerConfig): Finding {
  return existsSync(join(consoleFolder, 'index.html'))
    ? ok('Console: it is built.')
    : wrong('Console: its files are not built.', 'Run `npm run build`, or install a release.')
}

async function* checkFiles({ files }: ServerConfig): AsyncGenerator<Finding> {
  const { kept, spool } = files
  const folder = kept.in === 'folder' ? kept.folder : spool
  const name = kept.in === 'folder' ? 'FILE_STORE_DIR' : 'FILE_SPOOL_DIR'
  try {
    await checkFolders(files)
  } catch (error) {
    const { code = String(error), path = folder } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      yield warning(`${name}: ${path} is not there yet.`, 'The server makes it at its start, if it may.')
    else
      yield wrong(`${name}: ${path} cannot be read or written (${code}).`, 'Let it belong to this account.')
    return
  }
  const { bavail, bsize } = await statfs(folder)
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(0)} GB are free in ${folder}.`
  if (bavail * bsize < minFreeBytes)
    yield warning(`${name}: only ${free}`, 'Free some space before uploads fail.')
  else yield ok(`${name}: ${free}`)
}

const tracesMs = 3_000

/** Sends the collector a request without spans. */
async function checkTraces(endpoint: string): Promise<Finding> {
  const fix = 'Check the address and the collector; the server runs without it, and its traces are lost.'
  try {
    const { status } = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(tracesMs),
    })
    if (status === 200) return ok(`Traces: ${endpoint} takes them.`)
    return warning(`Traces: ${endpoint} answers with status ${status}.`, fix)
  } catch {
    return warning(`Traces: ${endpoint} gives no answer.`, fix)
  }
}

const marks = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const

function toLines({ state, about, fix }: Finding): string[] {
  const line = `${marks[state]} ${about}`
  return fix === undefined ? [line] : [line, `        ${fix}`]
}

/** Reports what is wrong with an installation, and how to fix it. */
export const doctorVerb: AloneVerb = {
  usage: '',
  about:
    'Check settings, database, rights, keys, clock and storage of this installation, and say how to fix what is wrong. Changes nothing.',
  options: {},
  words: [0, 0],
  needs: 'nothing',
  json: true,
  run: async (_typed, cli) => {
    const findings: Finding[] = []
    for await (const finding of examine()) {
      findings.push(finding)
      // Printed immediately for people, because some checks take seconds.
      if (cli.json !== true) for (const line of toLines(finding)) printLine(cli, line)
    }
    const bad = findings.filter(({ state }) => state === 'wrong').length
    const printed = findings.map(({ state, about, fix = null }) => ({ state, about, fix }))
    printResult(cli, { wrong: bad, findings: printed }, bad > 0 ? [] : ['Nothing is wrong.'])
    if (bad > 0) throw new CliProblem(bad === 1 ? 'One thing is wrong.' : `${bad} things are wrong.`)
  },
}
