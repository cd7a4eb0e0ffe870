import { padAgencyId } from '@agency-support/contract/ids'
import { toAgencyName } from './agency-name.ts'

/** An agency as the subject of a question: `Smith Insurance · 00006938`. */
export function toAgencySubject({ agencyId, name }: { agencyId: number; name: string }): string {
  return `${toAgencyName(name)} · ${padAgencyId(agencyId)}`
}
