import { z } from 'zod'
import type { OpenDatabase } from '../../src/db/open.ts'
import type { KeyRing } from '../../src/key-ring.ts'
import { readSeals, rowsFromDatabase, verifyChain } from '../../src/journal/verify.ts'
import type { Change } from './load.ts'

interface Row {
  agency_id: number | null
  before: unknown
  after: unknown
}

const Named = z.object({ name: z.string() })
const nameIn = (values: unknown): string => Named.parse(values).name

/** Everything that is wrong after a crash; empty when nothing acknowledged was lost and nothing is half there. */
export async function findLosses(
  db: OpenDatabase,
  changes: readonly Change[],
  sealKeys: KeyRing,
): Promise<string[]> {
  const rows = await db.read
    .selectFrom('journal')
    .select(['agency_id', 'before', 'after'])
    .where('event', '=', 'agencies.renamed')
    .orderBy('seq')
    .execute()
  const verdict = await verifyChain(readSeals(db.read), rowsFromDatabase(db.read), sealKeys)
  return [
    ...changesWithoutRow(changes, rows),
    ...(await rowsWithoutChange(db, rows)),
    ...(verdict.intact ? [] : [`seal ${verdict.sealId}: ${verdict.why}`]),
  ]
}

function changesWithoutRow(changes: readonly Change[], rows: readonly Row[]): string[] {
  const times = new Map<string, number>()
  for (const { agency_id: id, after } of rows) {
    const key = `${id} ${nameIn(after)}`
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return changes.flatMap(({ agencyId, name, acknowledged }) => {
    const found = times.get(`${agencyId} ${name}`) ?? 0
    if (found > 1) return [`"${name}" was done ${found} times`]
    return acknowledged && found === 0 ? [`"${name}" was acknowledged and is lost`] : []
  })
}

/** Every row tells of a change that is there: names follow one another up to the present one, version by version. */
async function rowsWithoutChange(db: OpenDatabase, rows: readonly Row[]): Promise<string[]> {
  const agencies = await db.read.selectFrom('agency').select(['agency_id', 'name', 'version']).execute()
  const byAgency = Map.groupBy(rows, (row) => row.agency_id)
  return agencies.flatMap(({ agency_id: id, name, version }) => {
    // Rows of one agency wait for its lock before they get a number, so numbers follow the changes.
    const own = byAgency.get(id) ?? []
    const gaps = own.filter((row, at) => at > 0 && nameIn(row.before) !== nameIn(own[at - 1]?.after))
    const last = own.at(-1)
    return [
      ...gaps.map((row) => `agency ${id}: "${nameIn(row.after)}" does not follow what was before it`),
      ...(version === own.length + 1 ? [] : [`agency ${id} has version ${version} and ${own.length} rows`]),
      ...(last === undefined || nameIn(last.after) === name
        ? []
        : [`agency ${id} is "${name}", its last row says otherwise`]),
    ]
  })
}
