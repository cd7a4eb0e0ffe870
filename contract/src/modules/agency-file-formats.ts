import { z } from 'zod'
import { exactText } from '../fields.ts'
import { allDomains, isOnboardingStatus, maxAgencyType } from '../rules/agency-facts.ts'
import { FolderCompliance } from './agencies.ts'
import { AgencyMetrics, MultifolderTokens, type UploadKind } from './agency-file-shapes.ts'
import { agencyUsers } from './agency-users.ts'

const { users } = agencyUsers.reportUsers.input.shape

/** The content of a config file: the agency's users, folders and details. */
const AgencyConfigFile = z.object({
  users: users.optional().describe('All users; who is missing is gone. Left out, they stay as they are.'),
  folderCompliance: z
    .array(FolderCompliance)
    .max(200)
    .optional()
    .describe('Each folder with whether it is as it must be; replaces what was told before.'),
  version: exactText('version', 60).optional().describe('Version of the software, for example 5.4.2.'),
  timeZoneId: exactText('timeZoneId', 60).optional().describe('IANA name, for example America/Chicago.'),
  agencyType: z
    .int()
    .min(0)
    .max(maxAgencyType)
    .optional()
    .describe('0 Local Install, 1 Kotter, 3 Cloud Agency, otherwise Opus.'),
  domains: z.int().min(0).max(allDomains).optional().describe('Bits: 1 search, 2 texting, 4 vendor.'),
  onboardingStatus: z.int().refine(isOnboardingStatus).optional().describe('0 to 7, or 911 when not set up.'),
})

/** Files that are parsed on arrival, by upload kind; unknown fields are ignored. */
export const fileFormats = {
  agencyMultifolder: { about: 'The multifolder token file.', shape: MultifolderTokens },
  agencyMetrics: { about: 'The metrics file.', shape: AgencyMetrics },
  agencyConfig: { about: 'The config file.', shape: AgencyConfigFile },
} as const satisfies Partial<Record<UploadKind, { about: string; shape: z.ZodType }>>
