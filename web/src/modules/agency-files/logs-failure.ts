import { CallFailure } from '../../lib/query.ts'
import { fileMessages } from './messages.ts'

/** What a failed log list says: one that was answered with an error, or one that was not answered at all. */
export function logsFailure(error: Error | null): string | null {
  if (error === null) return null
  const isAnswered = error instanceof CallFailure && error.status !== 0
  return isAnswered ? fileMessages.logsFailed : fileMessages.logsError
}
