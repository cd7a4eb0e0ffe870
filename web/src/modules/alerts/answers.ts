import type { alerts, SystemAlert } from '@agency-support/contract/modules/alerts'
import type { Failing, Outcome } from '../../lib/requests/api.ts'
import { CallFailure } from '../../lib/requests/query.ts'
import { alertMessages } from './messages.ts'

/** The outcome of a call; null if the answer was not an envelope. */
type Answer<C extends (typeof alerts)[keyof typeof alerts]> = Outcome<C> | null

/** The active alerts in an answer; throws CallFailure with the sentence to show if there are none (D-80). */
export function toAlerts(answer: Answer<typeof alerts.list>): SystemAlert[] {
  if (answer?.kind === 'none') return []
  // With its status, so that a list without an answer is read again when the connection is back.
  if (answer?.kind !== 'ok')
    throw failure(toSentence(answer, alertMessages.unable), answer?.kind === 'failed' ? answer.status : 200)
  if (!Array.isArray(answer.data)) throw failure(alertMessages.malformed)
  return answer.data
}

/** The saved alert, or the sentence to show. */
export function toSaved(answer: Answer<typeof alerts.send>): SystemAlert | string {
  if (answer?.kind !== 'ok') return toSentence(answer, alertMessages.failed)
  // The server may answer without data[0], whatever the contract says.
  const saved: SystemAlert | undefined = answer.data
  return saved ?? alertMessages.malformed
}

/** Why an alert was not resolved; null if it is resolved, by whomever. */
export function whyNotResolved(answer: Answer<typeof alerts.resolve>): string | null {
  return answer?.kind === 'ok' || answer?.kind === 'none' ? null : toSentence(answer, alertMessages.failed)
}

function failure(sentence: string, status = 200): CallFailure {
  return new CallFailure(sentence, { fromServer: true, status })
}

function toSentence(answer: Failing | null, noEnvelope: string): string {
  if (answer === null || (answer.kind === 'failed' && answer.status !== 400)) return noEnvelope
  return answer.message === '' ? alertMessages.failed : answer.message
}

/** The list with a saved alert, which replaces its old version or is put first. */
export function withSaved(list: readonly SystemAlert[], saved: SystemAlert): SystemAlert[] {
  return list.some(({ guid }) => guid === saved.guid)
    ? list.map((one) => (one.guid === saved.guid ? saved : one))
    : [saved, ...list]
}
