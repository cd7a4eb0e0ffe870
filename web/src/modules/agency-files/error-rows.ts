import type { SyncError } from '@agency-support/contract/modules/agency-file-shapes'
import { textMatches } from '@agency-support/contract/rules/search'
import { type WithId, withIds } from '../../components/data-table/row-ids.ts'

/** A sync error with a unique id. */
export type ErrorRow = WithId<SyncError>

/** Errors as table rows; several of one client may be identical. */
export function errorRows(errors: readonly SyncError[]): readonly ErrorRow[] {
  return withIds(errors, ({ clientId, code, date }) => `${clientId} ${code} ${date}`)
}

/** True for a row that a text speaks of: client id, code or message. */
export function errorMatches({ clientId, code, msg }: ErrorRow, text: string): boolean {
  return textMatches([clientId, String(code), msg], text)
}

/** How often each code comes, the commonest first. */
export function codeCounts(errors: readonly SyncError[]): readonly { code: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const { code } of errors) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || a.code - b.code)
}

/** The clients of the chosen rows, without duplicates, in row order. */
export function listClients(rows: readonly ErrorRow[], chosen: ReadonlySet<string>): readonly string[] {
  return [...new Set(rows.filter(({ id }) => chosen.has(id)).map(({ clientId }) => clientId))]
}
