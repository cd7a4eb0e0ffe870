import { CallFailure, failureText } from '../../lib/requests/query.ts'
import { emailMessages } from './messages.ts'

/** Why a read failed, or null; the server's sentence only where it answered with 200 (spec-002 §8). */
export function readFailure(error: Error | null): string | null {
  if (error instanceof CallFailure && error.status !== 200) return emailMessages.failed
  return failureText(error, emailMessages.failed)
}
