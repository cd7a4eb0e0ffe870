import type { email, Suppression } from '@agency-support/contract/modules/email'
import { cutRemark, typeLabel } from '@agency-support/contract/rules/email'
import type { Handler } from '../../calls/context.ts'
import type { ProviderFailure } from '../../providers/provider-error.ts'
import type { ListReading } from '../../providers/sendgrid.ts'
import { toType } from './provider-terms.ts'

/** Why a list is missing, as the end of a sentence. */
const reasons: Readonly<Record<ProviderFailure, string>> = {
  auth: 'SendGrid refused the key',
  notFound: 'SendGrid gave no usable answer',
  invalid: 'SendGrid gave no usable answer',
  protocol: 'SendGrid gave no usable answer',
  rateLimited: 'SendGrid is busy',
  unavailable: 'SendGrid cannot be reached at the moment',
}

/** All lists of all kinds and modes, read live; a list that fails is left out and named. */
export const suppressions: Handler<typeof email.suppressions> = async ({ search = '' }, ctx) => {
  const readings = await ctx.services.sendGrid.readAll(search)
  const failed = readings.flatMap((one) => ('failure' in one ? [one] : []))
  if (failed.length > 0) {
    const lists = failed.map(({ mode, kind, failure }) => `${kind} ${mode}: ${failure}`)
    ctx.services.log.warn('provider.failed', { requestId: ctx.request.id, provider: 'SendGrid', lists })
  }
  if (failed.length === readings.length) throw ctx.refuse('unavailable', { exception: ctx.request.id })
  const rows = readings.flatMap((one): Suppression[] =>
    'failure' in one ? [] : one.addresses.map((address) => ({ email: address, ...toType(one) })),
  )
  if (rows.length === 0 && failed.length === 0) throw ctx.refuse('none')
  ctx.say([...describeFailed(failed), ...describeCut(readings)].join(' '))
  return rows
}

const join = (lists: readonly ListReading[]): string => lists.map((one) => typeLabel(toType(one))).join(', ')

function describeFailed(failed: readonly (ListReading & { failure: ProviderFailure })[]): string[] {
  const byReason = Map.groupBy(failed, ({ failure }) => reasons[failure])
  return [...byReason].map(([reason, lists]) => `Not listed: ${join(lists)}, since ${reason}.`)
}

function describeCut(readings: readonly ListReading[]): string[] {
  const cut = readings.filter((one) => 'isCut' in one && one.isCut)
  return cut.length === 0 ? [] : [cutRemark(join(cut))]
}
