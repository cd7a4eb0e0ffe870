import { z } from 'zod'
import { wholeNumber } from '../fields.ts'
import { allDomains, isOnboardingStatus, maxAgencyType, maxPool } from '../rules/agency-facts.ts'

const onboardingSentence = 'Onboarding status must be 0 to 7 or 911.'

/** The details of an agency that the console sets, besides name, status and storage mode. */
export const AgencyDetails = z.object({
  poolId: wholeNumber('Pool', 0, maxPool).optional().describe('Number of the storage pool.'),
  regionId: wholeNumber('Region', 0, 3).optional().describe('0 Northwest, 1 Southwest, 2 Central, 3 East.'),
  agencyType: wholeNumber('Agency type', 0, maxAgencyType)
    .optional()
    .describe('0 Local Install, 1 Kotter, 3 Cloud Agency, otherwise Opus.'),
  domains: wholeNumber('Domains', 0, allDomains).optional().describe('Bits: 1 search, 2 texting, 4 vendor.'),
  onboardingStatus: z
    .int(onboardingSentence)
    .refine(isOnboardingStatus, onboardingSentence)
    .optional()
    .describe('0 to 7, or 911 when not set up.'),
})
export type AgencyDetails = z.infer<typeof AgencyDetails>
