import type { ReadDb, Tx } from '../../db/open.ts'

export type NoticeKind = 'passwordSet' | 'secondFactorRemoved' | 'disabled' | 'enabled'

/** Stores a notice for a person's next sign-in. */
export async function insertNotice(
  tx: Tx,
  given: { staffId: number; kind: NoticeKind; doneBy: string; at: Date },
): Promise<void> {
  const { staffId: staff_id, kind, doneBy: done_by, at } = given
  await tx.insertInto('staff_notice').values({ staff_id, kind, done_by, at }).execute()
}

/** Notices that a person has not dismissed, newest first. */
export function listNotices(db: ReadDb, staffId: number, limit: number) {
  return db
    .selectFrom('staff_notice')
    .select(['notice_id', 'kind', 'done_by', 'at'])
    .where('staff_id', '=', staffId)
    .orderBy('notice_id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes a person's notices up to one of them; returns their kinds, oldest first. */
export async function deleteNotices(tx: Tx, staffId: number, upTo: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('staff_notice')
    .where('staff_id', '=', staffId)
    .where('notice_id', '<=', upTo)
    .returning(['notice_id', 'kind'])
    .execute()
  return rows.sort((one, other) => one.notice_id - other.notice_id).map(({ kind }) => kind)
}
