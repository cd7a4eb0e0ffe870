import { Code } from '@agency-support/contract/envelope'
import type { Outcome } from '../../lib/requests/api.ts'
import type { ClientCall } from '@agency-support/contract/call'
import type { Received } from '@agency-support/contract/answer'
import { agencyUserMessages } from './messages.ts'

/** The code that a helper returns for any HTTP status but 200 (spec-001 §7.4). */
const helperFailure = 99

/** The result of a user-call helper: the body's code, or 99 with a description. */
export interface HelperAnswer<C extends ClientCall> {
  code: number
  message: string
  data: Received<C['answer']> | null
}

/** Converts the outcome of a call to the form specified for user calls. */
export function helperAnswer<C extends ClientCall>(outcome: Outcome<C>): HelperAnswer<C> {
  switch (outcome.kind) {
    case 'ok':
      return { code: Code.ok, message: outcome.message, data: outcome.data }
    case 'none':
      return { code: Code.none, message: outcome.message, data: null }
    case 'refused':
      return { code: outcome.code, message: outcome.message, data: null }
    case 'failed':
      return {
        code: helperFailure,
        message: outcome.message === '' ? agencyUserMessages.helperFailed : outcome.message,
        data: null,
      }
  }
}
