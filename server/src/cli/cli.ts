import type { Readable, Writable } from 'node:stream'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Clock } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { FileSettings } from '../file-settings.ts'
import type { AuditContext } from '../journal/append.ts'
import type { KeyRing } from '../key-ring.ts'

/** What a verb works with. */
export interface Cli {
  databaseUrl: string
  db: OpenDatabase
  clock: Clock
  /** Keys of the journal's seals and of second factors, where a verb needs them. */
  sealKeys?: KeyRing | undefined
  secretKeys?: KeyRing | undefined
  /** Where files of agencies are kept. Throws ConfigProblem. */
  files?: (() => FileSettings) | undefined
  input: Readable & { isTTY?: boolean }
  out: Writable
  err: Writable & { isTTY?: boolean }
  /** Whether a program reads standard output: it was asked with --json. */
  json?: boolean
}

/** Options by name and the words that stand alone, as they were typed. */
export interface Typed {
  words: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** One thing the command line can do. */
export interface Verb {
  /** What follows the verb, for example `FILE.csv [--dry-run]`. */
  usage: string
  /** One sentence. */
  about: string
  options: ParseArgsOptionsConfig
  /** How many words stand alone: the least and the most. */
  words: readonly [least: number, most: number]
  /** 'database' works on any database; all others want one that is migrated to this release. */
  needs?: 'database'
  /** Options that ask for something else, for which no word stands. */
  alone?: readonly string[]
  /** It takes --json and then tells what it found by `tell` alone. */
  json?: true
  run(typed: Typed, cli: Cli): Promise<void>
}

/** A verb that works without a database. */
export interface AloneVerb extends Omit<Verb, 'needs' | 'run'> {
  needs: 'nothing'
  run(typed: Typed, cli: Pick<Cli, 'out' | 'err' | 'json'>): Promise<void>
}

/** A failure that is told in its own words and ends the program with 1. */
export class CliProblem extends Error {
  override name = 'CliProblem'
}

/** AuditContext of every journal row the command line writes. */
export function auditContext(cli: Pick<Cli, 'clock'>): AuditContext {
  return { at: cli.clock.now(), actor: { kind: 'system', name: 'cli', sessionId: null }, requestId: null }
}

/** One line on standard output. */
export function say(cli: Pick<Cli, 'out'>, line: string): void {
  cli.out.write(`${line}\n`)
}

/** What a verb found: for a person its lines, for a program one JSON document, the same facts and nothing else. */
export function tell(cli: Pick<Cli, 'out' | 'json'>, document: object, lines: readonly string[]): void {
  if (cli.json === true) say(cli, JSON.stringify(document, null, 2))
  else for (const line of lines) say(cli, line)
}
