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
  if (failed.length === readings.length)
    throw ctx.refuse('unavailable', { exception: ctx.request.id, why: describeAllFailed(failed) })
  const rows = readings.flatMap((one): Suppression[] =>
    'failure' in one ? [] : one.addresses.map((address) => ({ email: address, ...toType(one) })),
  )
  if (rows.length === 0 && failed.length === 0) throw ctx.refuse('none')
  ctx.say([...describeFailed(failed), ...describeCut(readings)].join(' '))
  return rows
}

type Failed = ListReading & { failure: ProviderFailure }

/** What can be done where every list failed for the same reason. */
const advice: Readonly<Partial<Record<ProviderFailure, string>>> = {
  auth: ', or what it may do. Please ask an administrator to check it',
  rateLimited: '. Please try again in a moment',
}

/** Why nothing can be listed: one reason for all lists, or the reason of each. */
function describeAllFailed(failed: readonly Failed[]): string {
  const [failure = 'unavailable', ...others] = new Set(failed.map((one) => one.failure))
  if (others.some((other) => reasons[other] !== reasons[failure])) return describeFailed(failed).join(' ')
  return `${reasons[failure]}${advice[failure] ?? ''}.`
}

const join = (lists: readonly ListReading[]): string => lists.map((one) => typeLabel(toType(one))).join(', ')

function describeFailed(failed: readonly Failed[]): string[] {
  const byReason = Map.groupBy(failed, ({ failure }) => reasons[failure])
  return [...byReason].map(([reason, lists]) => `Not listed: ${join(lists)}, since ${reason}.`)
}

function describeCut(readings: readonly ListReading[]): string[] {
  const cut = readings.filter((one) => 'isCut' in one && one.isCut)
  return cut.length === 0 ? [] : [cutRemark(join(cut))]
}
