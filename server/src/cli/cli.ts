import type { Readable, Writable } from 'node:stream'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { FileSettings } from '../settings/files.ts'
import type { AuditContext } from '../journal/append.ts'
import type { KeyRing } from '../settings/key-ring.ts'

/** The context of a verb. */
export interface Cli {
  databaseUrl: string
  /** Whether a database that the next release has migrated is accepted (ALLOW_NEWER_SCHEMA). */
  allowNewerSchema?: boolean | undefined
  db: OpenDatabase
  clock: Clock
  /** Keys of the journal's seals and of second factors, for verbs that need them. */
  sealKeys?: KeyRing | undefined
  secretKeys?: KeyRing | undefined
  /** Where agencies' files are stored. Throws ConfigProblem. */
  files?: (() => FileSettings) | undefined
  input: Readable & { isTTY?: boolean }
  out: Writable
  err: Writable & { isTTY?: boolean }
  /** True with --json: a program reads standard output. */
  json?: boolean
}

/** Options by name, and the positional arguments. */
export interface Typed {
  words: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** One command of the command line. */
export interface Verb {
  /** The arguments after the verb, for example `FILE.csv [--dry-run]`. */
  usage: string
  /** One sentence. */
  about: string
  options: ParseArgsOptionsConfig
  /** Minimum and maximum number of positional arguments. */
  words: readonly [least: number, most: number]
  /** 'database' works on any database; all others need one that is migrated to this release. */
  needs?: 'database'
  /** Options that replace the positional arguments. */
  alone?: readonly string[]
  /** It supports --json, and then prints only by `printResult`. */
  json?: true
  run(typed: Typed, cli: Cli): Promise<void>
}

/** A verb that works without a database. */
export interface AloneVerb extends Omit<Verb, 'needs' | 'run'> {
  needs: 'nothing'
  run(typed: Typed, cli: Pick<Cli, 'out' | 'err' | 'json'>): Promise<void>
}

/** A failure with a sentence for the user; the program ends with 1. */
export class CliProblem extends Error {
  override name = 'CliProblem'
}

/** The audit context of every journal row that the command line writes. */
export function auditContext(cli: Pick<Cli, 'clock'>): AuditContext {
  return { at: cli.clock.now(), actor: { kind: 'system', name: 'cli', sessionId: null }, requestId: null }
}

/** Prints one line on standard output. */
export function printLine(cli: Pick<Cli, 'out'>, line: string): void {
  cli.out.write(`${line}\n`)
}

/** Prints a result: lines for people, or with --json one JSON document with the same facts. */
export function printResult(
  cli: Pick<Cli, 'out' | 'json'>,
  document: object,
  lines: readonly string[],
): void {
  if (cli.json === true) printLine(cli, JSON.stringify(document, null, 2))
  else for (const line of lines) printLine(cli, line)
}
