import type { OpenDatabase } from '../../src/db/open.ts'
import { readSeals, rowsFromDatabase, verifyChain } from '../../src/journal/verify.ts'
import type { KeyRing } from '../../src/settings/key-ring.ts'
import type { Change } from './load.ts'
import { type ChangeKind, listKinds, usualMixture } from './load-kinds.ts'

/**
 * Everything that is wrong after a crash; empty when no acknowledged change is lost, none was done twice, and what the
 * tables say and what the journal says are the same.
 */
export async function findLosses(
  db: OpenDatabase,
  changes: readonly Change[],
  sealKeys: KeyRing,
  mixture = usualMixture,
): Promise<string[]> {
  const verdict = await verifyChain(readSeals(db.read), rowsFromDatabase(db.read), sealKeys)
  const found = await Promise.all(listKinds(mixture).map((kind) => judgeKind(db, kind, changes)))
  return [...found.flat(), ...(verdict.intact ? [] : [`seal ${verdict.sealId}: ${verdict.why}`])]
}

async function judgeKind(db: OpenDatabase, kind: ChangeKind, changes: readonly Change[]): Promise<string[]> {
  const entries = await db.read
    .selectFrom('journal')
    .select(['agency_id', 'subject', 'before', 'after'])
    .where('event', '=', kind.event)
    // Rows of one subject wait for its lock before they get a number, so numbers follow the changes.
    .orderBy('seq')
    .execute()
  const rows = entries.filter((row) => kind.isOwn?.(row) ?? true)
  const own = changes.filter((change) => change.kind === kind)
  const times = new Map<string, number>()
  for (const mark of rows.map(kind.getMark)) times.set(mark, (times.get(mark) ?? 0) + 1)
  const asked = new Set(own.map(({ mark }) => mark))
  return [
    ...own.flatMap(({ mark, acknowledged }) => {
      const found = times.get(mark) ?? 0
      if (found > 1) return [`${kind.event} "${mark}" was done ${found} times`]
      return acknowledged && found === 0 ? [`${kind.event} "${mark}" was acknowledged and is lost`] : []
    }),
    ...[...times.keys()].flatMap((mark) =>
      asked.has(mark) ? [] : [`${kind.event} "${mark}" was never asked for`],
    ),
    ...(await kind.compare(db, rows)),
  ]
}
