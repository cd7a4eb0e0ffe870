import type { agencyReportParts } from '@agency-support/contract/modules/agency-report-parts'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import type { Handler } from '../../calls/context.ts'
import { addPart, findPart, lockDraft, sumParts } from './store.ts'

/** Stores a part of a report; idempotent. */
export const part: Handler<typeof agencyReportParts.part> = async (
  { reportId, part: number, entries },
  ctx,
) => {
  const { tx, agencyId } = ctx
  const draft = await lockDraft(tx, agencyId, reportId)
  if (draft === undefined) throw ctx.refuse('gone')
  if (draft.committed_at !== null) throw ctx.refuse('committed')
  const text = JSON.stringify(entries)
  const known = await findPart(tx, reportId, number)
  if (known === text) return null
  if (known !== undefined) throw ctx.refuse('other', { part: number })
  const bytes = (await sumParts(tx, reportId)) + Buffer.byteLength(text)
  if (bytes > protocolNumbers.maxReportBytes) throw ctx.refuse('tooLarge')
  await addPart(tx, reportId, number, text)
  return null
}
