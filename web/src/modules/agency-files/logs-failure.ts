import { CallFailure } from '../../lib/requests/query.ts'
import { fileMessages } from './messages.ts'

/** The text for a failed log list: different with and without an answer. */
export function logsFailure(error: Error | null): string | null {
  if (error === null) return null
  const isAnswered = error instanceof CallFailure && error.status !== 0
  return isAnswered ? fileMessages.logsFailed : fileMessages.logsError
}
