import { z } from 'zod'
import { exactText, trimmedText, trueOrFalse } from '../fields.ts'
import { allDomains, maxAgencyType, onboardingStatuses, parseTimeZone } from '../rules/agency-facts.ts'
import { isPlainText } from '../rules/hidden-characters.ts'
import { FolderCompliance } from './agencies.ts'
import type { FileType } from '../rules/agency-files.ts'
import { AgencyMetrics, MultifolderFile } from './agency-file-shapes.ts'
import { agencyUsers } from './agency-users.ts'

const { users } = agencyUsers.reportUsers.input.shape

const maxFolders = 200

/** A folder as an agency's software reports it; its text must be such that it can be stored. */
const ReportedFolder = FolderCompliance.extend({
  folder: exactText('folder', 400).describe('Path of the folder.'),
  compliant: trueOrFalse('compliant').describe('False when something is wrong with it.'),
  detail: exactText('detail', 2_000).default('').describe('What is wrong; empty when nothing is.'),
})

/** The folders of a config file. */
export const ReportedFolders = z
  .array(ReportedFolder, 'folderCompliance must be a list.')
  .max(maxFolders, `An agency has at most ${maxFolders} folders.`)
  .describe('Each folder with whether it is as it must be; replaces what was reported before.')

/** The details of a config file, each judged by itself. */
export const ReportedFacts = z.object({
  agencyType: z
    .int()
    .min(0)
    .max(maxAgencyType)
    .describe('0 Local Install, 1 Kotter, 3 Cloud Agency, otherwise Opus.'),
  domains: z.int().min(0).max(allDomains).describe('Bits: 1 search, 2 texting, 4 vendor.'),
  onboardingStatus: z
    .literal(onboardingStatuses.map(({ id }) => id))
    .describe('0 to 7, or 911 when not set up.'),
  timeZoneId: exactText('timeZoneId', 60)
    .refine((name) => parseTimeZone(name) !== undefined)
    // In any case of letters.
    .overwrite((name) => parseTimeZone(name) ?? name)
    .describe('IANA name, for example America/Chicago.'),
  version: trimmedText('version', 60)
    .min(1)
    .refine(isPlainText)
    .describe('Version of the software, for example 5.4.2.'),
})

/** The content of a config file: the agency's users, folders and details. */
const AgencyConfigFile = z.object({
  users: users.optional().describe('All users; who is missing is gone. Left out, they stay as they are.'),
  folderCompliance: ReportedFolders.optional(),
  ...ReportedFacts.partial().shape,
})

/** Files that are parsed on arrival, by upload kind; unknown fields are ignored. */
export const fileFormats = {
  agencyMultifolder: { about: 'The multifolder token file.', shape: MultifolderFile },
  agencyMetrics: { about: 'The metrics file.', shape: AgencyMetrics },
  agencyConfig: { about: 'The config file.', shape: AgencyConfigFile },
} as const satisfies Partial<Record<FileType, { about: string; shape: z.ZodType }>>
