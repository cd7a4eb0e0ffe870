import type { In } from '@agency-support/contract/call'
import { type LeftOutEntry, readEntries, toSummary } from '@agency-support/contract/entries'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { agencyReportParts } from '@agency-support/contract/modules/agency-report-parts'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import type { Ctx, Handler } from '../../calls/context.ts'
import { takeConversionErrors } from '../agency-files/public.ts'
import { takeUsers } from '../agency-users/public.ts'
import { takeSeats } from '../seats/public.ts'
import { commitDraft, type DraftRow, listParts, lockDraft } from './store.ts'

type Commit = typeof agencyReportParts.commit

/** Applies a whole report in one transaction; until then the previous one stays in effect. */
export const commit: Handler<Commit> = async ({ reportId, parts }, ctx) => {
  const { tx, agencyId, now } = ctx
  const draft = await lockDraft(tx, agencyId, reportId)
  if (draft === undefined) throw ctx.refuse('gone')
  if (draft.committed_at !== null) {
    ctx.say(draft.message)
    return draft.left_out
  }
  const entries = await readParts({ reportId, parts }, ctx)
  const { leftOut, message } = await take(draft, entries, ctx)
  await commitDraft(tx, reportId, { at: now, message, leftOut })
  return leftOut
}

/** The entries of all parts in order. Refuses if a part is missing or unexpected. */
async function readParts({ reportId, parts }: In<Commit>, ctx: Ctx<Commit>): Promise<unknown[]> {
  const received = await listParts(ctx.tx, reportId)
  const numbers = new Set(received.map(({ part }) => part))
  const last = received.at(-1)?.part ?? 0
  if (last > parts) throw ctx.refuse('surplus', { part: last, parts })
  for (let part = 1; part <= parts; part += 1)
    if (!numbers.has(part)) throw ctx.refuse('missing', { part, parts })
  return received.flatMap(({ entries }) => JSON.parse(entries) as unknown[])
}

/** Judges the entries like those of a report in one body, and applies them. */
async function take(
  { report, licensed_seats }: DraftRow,
  entries: readonly unknown[],
  ctx: Ctx<Commit>,
): Promise<{ leftOut: LeftOutEntry[]; message: string }> {
  if (report === 'users') {
    const { judged, list = [] } = readEntries('users', agencyUsers.reportUsers.input.shape.users, entries)
    return { leftOut: await takeUsers(list, judged, ctx), message: toSummary(judged) }
  }
  if (report === 'errors') {
    const { errors } = agencyFiles.reportConversionErrors.input.shape
    const { judged, list = [] } = readEntries('errors', errors, entries)
    return { leftOut: await takeConversionErrors(list, judged, ctx), message: toSummary(judged) }
  }
  const { judged, list = [] } = readEntries('seats', seats.reportSeats.input.shape.seats, entries)
  const held = { licensedSeats: licensed_seats ?? 0, seats: list }
  return { leftOut: await takeSeats(held, judged, ctx), message: toSummary(judged) }
}
