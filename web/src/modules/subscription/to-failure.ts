import { Code } from '@agency-support/contract/envelope'
import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Outcome } from '../../lib/requests/api.ts'

export type CardCall = (typeof subscription)[keyof typeof subscription]

/** Details of an answer without data; ‘internal’: there was no answer. */
export type Failure = 'internal' | { code?: number; message?: string; exception?: string }

/** The failure that a card shows for an outcome; undefined if there is data, or no outcome yet. */
export function toFailure<C extends CardCall>(outcome: Outcome<C> | undefined): Failure | undefined {
  switch (outcome?.kind) {
    case 'none':
      return { code: Code.none, message: outcome.message }
    case 'refused': {
      const { exception } = (outcome.data ?? {}) as { exception?: string }
      return {
        code: outcome.code,
        message: outcome.message,
        ...(exception === undefined ? {} : { exception }),
      }
    }
    case 'failed':
      return outcome.status === 0 ? 'internal' : { code: outcome.status, message: outcome.message }
    default:
      return undefined
  }
}
