import type { Failing } from '../../lib/requests/api.ts'
import { failureText } from '../../lib/requests/query.ts'
import { esignatureMessages } from './messages.ts'

/** Why the subscription could not be loaded (D-52); null if it could. */
export function toLoadFailure(error: Error | null): string | null {
  const why = failureText(error, esignatureMessages.noAnswer)
  return why === null ? null : esignatureMessages.loadFailed + why
}

/** A failed Formstack query: our text, and the server's sentence. */
export interface QueryFailure {
  text: string
  sentence: string | null
}

/** Codes by which the server reports a failure of Formstack. */
const formstackCodes: ReadonlySet<number> = new Set([429, 502, 503])

/** True if Formstack did not answer, or not as it should. */
export function isFormstackFailure(outcome: Failing): boolean {
  return outcome.kind === 'refused' && formstackCodes.has(outcome.code)
}

/** Why a group could not be shown (D-52). */
export function toQueryFailure(outcome: Failing): QueryFailure {
  if (outcome.kind === 'none') return { text: esignatureMessages.invalidGroup, sentence: null }
  if (outcome.kind === 'refused') {
    const { message } = outcome
    return isFormstackFailure(outcome)
      ? { text: esignatureMessages.formstackFailed, sentence: message }
      : { text: message, sentence: null }
  }
  const text = outcome.status === 400 ? outcome.message : esignatureMessages.noAnswer
  return { text, sentence: null }
}
