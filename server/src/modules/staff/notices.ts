import { AccountNotice, type staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { deleteNotices, listNotices } from './notice-store.ts'

const maxShown = 20

/** What others did to the caller's own account. */
export const ownNotices: Handler<typeof staff.ownNotices> = async (_input, { db, session }) => {
  const rows = await listNotices(db, session.staffId, maxShown)
  return rows.map((row) => ({
    noticeId: row.notice_id,
    kind: AccountNotice.shape.kind.parse(row.kind),
    doneBy: row.done_by,
    at: row.at.toISOString(),
  }))
}

/** Dismisses notices that the person has read; the journal records that they saw them. */
export const dismissNotices: Handler<typeof staff.dismissNotices> = async ({ upTo }, ctx) => {
  const { staffId, username } = ctx.session
  const kinds = await deleteNotices(ctx.tx, staffId, upTo)
  if (kinds.length === 0) throw ctx.refuse('none')
  await ctx.append({ event: 'staff.noticesRead', subject: username, after: { notices: kinds.join(', ') } })
  return null
}
