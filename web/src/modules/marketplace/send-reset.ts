import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { ResetChoice } from '@agency-support/contract/rules/marketplace'
import type { Outcome } from '../../lib/requests/api.ts'
import { marketplaceMessages } from './messages.ts'

type Reset = typeof marketplace.reset
type CloudReset = typeof marketplace.cloudReset

/** The functions that send the two calls of a reset. */
export interface ResetCalls {
  reset: (input: Parameters<typeof toResetInput>[0]) => Promise<Outcome<Reset>>
  cloudReset: (input: { agencyId: number; allServices: boolean }) => Promise<Outcome<CloudReset>>
}

type Chosen = Pick<ResetChoice, 'registration' | 'initials' | 'subscriptions' | 'productId'> & {
  agencyId: number
}
const toResetInput = ({ agencyId, registration, initials, subscriptions, productId }: Chosen) => ({
  agencyId,
  registration,
  initials,
  subscriptions,
  productId,
})

/** Why a reset failed; null if it succeeded or there was nothing left to reset. */
function getFailure(outcome: Outcome<Reset> | Outcome<CloudReset>): string | null {
  if (outcome.kind === 'ok' || outcome.kind === 'none') return null
  if (outcome.kind === 'refused') return outcome.message
  return outcome.statusText === '' ? outcome.message : outcome.statusText
}

/** Sends the chosen parts, the marketplace first; returns the joined failure texts, or null. */
export async function sendReset(
  agencyId: number,
  choice: ResetChoice,
  calls: ResetCalls,
): Promise<string | null> {
  const { registration, subscriptions, storage, domains } = choice
  const failures: string[] = []
  if (registration || subscriptions) {
    const failure = getFailure(await calls.reset(toResetInput({ ...choice, agencyId })))
    if (failure !== null) failures.push(marketplaceMessages.registrationFailed(failure))
  }
  if (storage) {
    const failure = getFailure(await calls.cloudReset({ agencyId, allServices: domains }))
    if (failure !== null) failures.push(marketplaceMessages.cloudFailed(failure))
  }
  return failures.length === 0 ? null : failures.join('')
}

const noticeMs = 10_000

/** The message after a reset, its level and duration. */
export function toNotice(failure: string | null): { level: 'ok' | 'error'; text: string; ms: number } {
  if (failure !== null) return { level: 'error', text: failure, ms: noticeMs }
  return { level: 'ok', text: marketplaceMessages.resetTriggered, ms: noticeMs }
}
