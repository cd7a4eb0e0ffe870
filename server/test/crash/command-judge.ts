import { existsSync, readFileSync } from 'node:fs'
import { isOpen, type CommandState } from '@agency-support/contract/rules/agency-commands'
import type { OpenDatabase } from '../../src/db/open.ts'

/** The commands of the agencies whose own logs there are; others carry out what nobody here ordered. */
const countings = (db: OpenDatabase) => db.read.selectFrom('agency_command').where('command', '=', 'count')

/** True when every command has ended, one way or another. */
export async function isAllOver(db: OpenDatabase): Promise<boolean> {
  const rows = await countings(db).select('state').distinct().execute()
  return rows.every(({ state }) => !isOpen(state as CommandState))
}

/** How many commands were handed out more than once, and how many of those had been begun. */
export async function countTroubled(db: OpenDatabase): Promise<{ redelivered: number; interrupted: number }> {
  const rows = await countings(db).select(['attempt', 'reason']).execute()
  return {
    redelivered: rows.filter(({ attempt }) => attempt > 1).length,
    interrupted: rows.filter(({ reason }) => reason === 'interrupted').length,
  }
}

/** How often each command was run, as the agencies' own logs tell. */
function runsIn(logs: readonly string[]): Map<number, number> {
  const runs = new Map<number, number>()
  for (const file of logs) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    for (const [, id] of text.matchAll(/ Command (\d+): /g))
      runs.set(Number(id), (runs.get(Number(id)) ?? 0) + 1)
  }
  return runs
}

/** Everything that is wrong once all has ended; empty when no command was lost, doubled or run twice. */
export async function findCommandLosses(
  db: OpenDatabase,
  ordered: readonly number[],
  logs: readonly string[],
): Promise<string[]> {
  const rows = await countings(db).select(['command_id', 'state', 'reason', 'attempt']).execute()
  const journal = await db.read.selectFrom('journal').select(['event', 'subject']).execute()
  const runs = runsIn(logs)
  const countEntries = (commandId: number, event: string): number =>
    journal.filter((row) => row.event === event && row.subject === `Command ${commandId}: count`).length
  const known = new Map(rows.map((row) => [row.command_id, row]))
  const strays = rows.filter((row) => !ordered.includes(row.command_id))
  return [
    ...strays.map((row) => `command ${row.command_id} was never asked for, or twice`),
    ...ordered.flatMap((commandId) => {
      const row = known.get(commandId)
      if (row === undefined) return [`command ${commandId} was acknowledged and is lost`]
      const ran = runs.get(commandId) ?? 0
      const isRight = row.state === 'succeeded' ? ran === 1 : row.reason === 'interrupted' && ran <= 1
      const requeued = countEntries(commandId, 'agencyCommands.requeued')
      return [
        ...(isRight ? [] : [`command ${commandId} is ${row.state} (${row.reason}) and ran ${ran} times`]),
        ...(countEntries(commandId, 'agencyCommands.queued') === 1
          ? []
          : [`command ${commandId}: not one row of its order`]),
        ...(countEntries(commandId, 'agencyCommands.finished') === 1
          ? []
          : [`command ${commandId}: not one row of its end`]),
        ...(requeued === row.attempt - 1
          ? []
          : [`command ${commandId}: attempt ${row.attempt}, ${requeued} rows`]),
      ]
    }),
  ]
}
