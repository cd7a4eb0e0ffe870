import type { ClientCall } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import type { Outcome } from '../../lib/requests/api.ts'
import { agencyUserMessages } from './messages.ts'

/** The code that a helper returns for any HTTP status but 200 (spec-001 §7.4). */
const helperFailure = 99

/** The result of a user-call helper: the body's code, or 99 with a description. */
export function helperAnswer(outcome: Outcome<ClientCall>): { code: number; message: string } {
  const { message } = outcome
  switch (outcome.kind) {
    case 'ok':
      return { code: Code.ok, message }
    case 'none':
      return { code: Code.none, message }
    case 'refused':
      return { code: outcome.code, message }
    case 'failed':
      return { code: helperFailure, message: message === '' ? agencyUserMessages.helperFailed : message }
  }
}
