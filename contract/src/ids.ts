import { z } from 'zod'

const agencyIdSentence = 'Agency id must be a whole number from 1 to 99999999.'

/** Agency id in a JSON body: 1 to 99,999,999 (C-30). */
export const AgencyId = z
  .int(agencyIdSentence)
  .min(1, agencyIdSentence)
  .max(99_999_999, agencyIdSentence)
  .describe('Agency id, 1 to 99999999; shown padded to 8 digits.')

/** Agency id in a path or query: 1 to 8 ASCII digits, decoded to the number (D-02). */
export const AgencyIdText = z
  .string(agencyIdSentence)
  .regex(/^[0-9]{1,8}$/, agencyIdSentence)
  .describe('Agency id, 1 to 8 digits; zeros in front are optional.')
  .transform(Number)
  .pipe(AgencyId)

/** The refusal of a call about an agency that does not exist. */
export const noAgency = [2, 'Agency not found'] as const

/** The id as displayed and exported: zero-padded to 8 digits. */
export function padAgencyId(agencyId: number): string {
  return String(agencyId).padStart(8, '0')
}
