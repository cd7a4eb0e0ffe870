import { padAgencyId } from '@agency-support/contract/ids'

/** The name of an agency as shown; some have none. */
export function toAgencyName(name: string): string {
  return name === '' ? 'Name Missing' : name
}

/** An agency as the subject of a question: `Smith Insurance · 00006938`. */
export function toAgencySubject({ agencyId, name }: { agencyId: number; name: string }): string {
  return `${toAgencyName(name)} · ${padAgencyId(agencyId)}`
}
