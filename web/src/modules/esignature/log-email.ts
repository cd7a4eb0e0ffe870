import { notAvailable } from '@agency-support/contract/rules/instant-format'

/** The address in the JSON of an audit log entry; N/A if it cannot be parsed. */
export function readLogEmail(json: string): string {
  try {
    const parsed: unknown = JSON.parse(json)
    const email = (parsed as { EmailAddress?: unknown } | null)?.EmailAddress
    return typeof email === 'string' && email !== '' ? email : notAvailable
  } catch {
    return notAvailable
  }
}
