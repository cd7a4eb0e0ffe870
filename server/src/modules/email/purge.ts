import type { email } from '@agency-support/contract/modules/email'
import {
  type PurgeResult,
  purgeAccount,
  suppressionId,
  type SuppressionKey,
} from '@agency-support/contract/rules/email'
import type { Handler } from '../../calls/context.ts'
import type { Removal } from '../../providers/sendgrid.ts'
import { toSuppressed, toType } from './provider-terms.ts'

/** Messages for addresses that were not purged. */
const messages: Readonly<Record<Exclude<Removal['result'], 'gone'>, string>> = {
  listed: 'SendGrid still lists it',
  unlisted: 'it is no address, and SendGrid does not list it',
  unsent: 'SendGrid cannot be reached at the moment',
  unknown: 'SendGrid did not say whether it was purged',
  auth: 'SendGrid refused the key',
  invalid: 'SendGrid refused it',
  rateLimited: 'SendGrid is busy',
}

/** Removes addresses from the provider's lists and journals each that is gone; names those that are left. */
export const purge: Handler<typeof email.purge> = async ({ suppressions }, ctx) => {
  const removals = await ctx.services.sendGrid.remove(suppressions.map(toSuppressed))
  const gone = removals.filter(({ result }) => result === 'gone')
  if (gone.length > 0)
    await ctx.transaction(async ({ append }) => {
      for (const one of onceEach(gone))
        await append({
          event: 'email.purged',
          subject: one.email,
          before: { type: one.kind, mode: one.mode },
        })
    })
  const left = removals.filter(({ result }) => result !== 'gone')
  if (left.length === 0) return null
  ctx.services.log.warn('provider.failed', {
    requestId: ctx.request.id,
    provider: 'SendGrid',
    results: [...new Set(left.map(({ result }) => result))],
  })
  const resultOf = new Map(removals.map((one) => [toId(one), one.result]))
  const results = suppressions.map((one) => toResult(one, resultOf.get(suppressionId(one)) ?? 'unknown'))
  throw ctx.refuse('partial', { results, ...purgeAccount(results) })
}

const toId = (one: Removal): string => suppressionId({ email: one.email, ...toType(one) })

/** Every suppression once: a request may name the same one twice. */
function onceEach(removals: readonly Removal[]): Removal[] {
  return [...Map.groupBy(removals, toId).values()].flatMap(([first]) => first ?? [])
}

function toResult({ email: address, type, is6x }: SuppressionKey, result: Removal['result']): PurgeResult {
  const isGone = result === 'gone'
  return { email: address, type, is6x, purged: isGone, message: isGone ? '' : messages[result] }
}
