import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { SyncError } from '@agency-support/contract/modules/agency-file-shapes'
import { isLost, type Judged, type LeftOutEntry } from '@agency-support/contract/entries'
import type { Ctx, Handler } from '../../calls/context.ts'
import { serialiseAgency } from '../agencies/public.ts'
import { noteReport } from '../agency-reports/public.ts'
import { listErrors, setErrorsReportedAt, replaceErrors } from './facts-store.ts'
import { syncErrorView } from './view.ts'

type Report = typeof agencyFiles.reportConversionErrors

/** Replaces the sync errors of an agency; an unchanged list only updates the time of the report. */
export const reportConversionErrors: Handler<Report> = ({ errors }, ctx) =>
  takeConversionErrors(errors, ctx.judged, ctx)

/** The same for a report in parts; returns what was left out. */
export async function takeConversionErrors(
  errors: readonly SyncError[],
  judged: readonly Judged[],
  ctx: Pick<Ctx<Report>, 'agencyId' | 'now' | 'tx' | 'append' | 'say'>,
): Promise<LeftOutEntry[]> {
  const { tx, agencyId, now } = ctx
  const leftOut = await noteReport(ctx, 'errors', judged)
  if (isLost(judged)) return leftOut
  await serialiseAgency(tx, agencyId)
  await setErrorsReportedAt(tx, agencyId, now)
  const before = (await listErrors(tx, agencyId)).map(syncErrorView)
  if (isSame(before, errors)) return leftOut
  await replaceErrors(tx, agencyId, errors)
  await ctx.append({
    event: 'agencyFiles.errorsReported',
    agencyId,
    before: { syncErrors: before.length },
    after: { syncErrors: errors.length },
  })
  return leftOut
}

/** True for the same errors in any order. */
function isSame(some: readonly SyncError[], others: readonly SyncError[]): boolean {
  const signs = (errors: readonly SyncError[]): string[] =>
    errors
      .map(({ clientId, date, code, msg }) => JSON.stringify([clientId, Date.parse(date), code, msg]))
      .sort()
  return some.length === others.length && JSON.stringify(signs(some)) === JSON.stringify(signs(others))
}
