import { z } from 'zod'
import { many, nothing, one, streamed } from '../answer.ts'
import { read, moduleCalls, write } from '../call.ts'
import { event } from '../event.ts'
import { canBeStored, lastChange, ReadVersion, refusedBy, trueOrFalse, wholeNumber } from '../fields.ts'
import { AgencyId, noAgency } from '../ids.ts'
import { P } from '../permissions.ts'
import { newAgencyName, newAgencyNumbers, newAgencySentences, whyUnreadable } from '../rules/new-agency.ts'
import { command } from '../wire.ts'
import { AgencyDetails } from './agency-details.ts'

/** Region names of agencies (spec-000 §3). Alerts spell them differently and keep their own list. */
export const regionNames: Readonly<Record<number, string>> = {
  0: 'Northwest',
  1: 'Southwest',
  2: 'Central',
  3: 'East',
}

/** Agency status values, in the dropdown's order (spec-001 §4). */
export const agencyStatuses = [
  { value: 0, label: 'None' },
  { value: 1, label: 'Onboarding' },
  { value: 2, label: 'Online' },
  { value: 3, label: 'Offboarding' },
  { value: 4, label: 'Retention' },
  { value: 5, label: 'Deleting' },
] as const

/** The status that must be confirmed by typing the agency id (C-18). */
export const deletingStatus = 5

/** An agency in the search list. */
export const AgencyListItem = z.object({
  agencyId: AgencyId,
  name: z.string().describe('Empty when the agency has none.'),
  versionDisplay: z.string().describe('Version text of the agency, for example 5.4.2 or HS 6.'),
  isCloud: z.boolean().describe('True for an online (HS 6) agency; the same fact as isOnline.'),
  status: z.int().describe('0 None, 1 Onboarding, 2 Online, 3 Offboarding, 4 Retention, 5 Deleting.'),
  regionId: z.int().describe('0 Northwest, 1 Southwest, 2 Central, 3 East.'),
  mainContact: z
    .string()
    .describe('Contact person at the agency according to the import; empty when unknown.'),
})
export type AgencyListItem = z.infer<typeof AgencyListItem>

/** Whether a folder in an agency's storage has the required structure, as its software last reported. */
export const FolderCompliance = z.object({
  folder: z.string().describe('Path of the folder.'),
  compliant: z.boolean().describe('False when something is wrong with it.'),
  detail: z.string().describe('What is wrong; empty when nothing is.'),
})
export type FolderCompliance = z.infer<typeof FolderCompliance>

/** An agency in the detail area. */
export const AgencyConfig = z.object({
  agencyId: AgencyId,
  name: z.string().describe('Empty when missing.'),
  poolId: z.int().describe('Number of the storage pool.'),
  regionId: z.int().describe('0 Northwest, 1 Southwest, 2 Central, 3 East.'),
  isOnline: z.boolean().describe('True for an agency on the newer version.'),
  storageMode: z.int().describe('0 Agency, 1 Pool, 2 Pool then Agency, 3 and 4 the same by systems flag.'),
  status: z.int().describe('0 None, 1 Onboarding, 2 Online, 3 Offboarding, 4 Retention, 5 Deleting.'),
  flags: z.int().describe('Bit 1: enabled, that is a status from 1 to 4.'),
  versionDisplay: z.string().describe('Version text, for example 5.4.2.'),
  onboardingStatus: z.int().describe('0 to 7, or 911 when not set up.'),
  domains: z.int().describe('Bits: 1 search, 2 texting, 4 vendor.'),
  agencyType: z.int().describe('0 Local Install, 1 Kotter, 3 Cloud Agency, otherwise Opus.'),
  folderCompliance: z.array(FolderCompliance).describe('Empty when nothing was reported.'),
  timeZoneId: z.string().describe('IANA name, for example America/Chicago.'),
  version: z.int().describe('Counts the changes of this record; a write sends back the one it read.'),
})
export type AgencyConfig = z.infer<typeof AgencyConfig>

const TimeZone = z.object({
  id: z.string().describe('IANA name.'),
  label: z.string().describe('What a person calls it, for example Central Time.'),
  offsetMinutes: z.int().describe('Minutes ahead of UTC now; negative in the Americas.'),
})

/** Who changed a value meanwhile, and both values. Sent with code 409. */
function stale<T extends z.ZodType<string | number>>(what: string, value: T) {
  return z.object({
    ...lastChange,
    current: value.describe(`The ${what} as it is now.`),
    yours: value.describe(`The ${what} that was sent.`),
    version: z.int().describe('Send this one to overwrite knowingly.'),
  })
}

const nameSentence = newAgencyName.tooMany
const AgencyName = z
  .string(nameSentence)
  .trim()
  .min(1, nameSentence)
  .max(100, nameSentence)
  .superRefine(refusedBy(whyUnreadable))
  .describe('1 to 100 characters after trimming, none of them invisible.')

const invalidStatus = 'Invalid status'
const invalidMode = 'Storage mode must be 0, 1 or 2.'

/** Storage modes (spec-001 §4); those set by a systems flag are displayed but cannot be chosen. */
export const storageModes = [
  { value: 0, label: 'Agency', settable: true },
  { value: 1, label: 'Pool', settable: true },
  { value: 2, label: 'Pool then Agency', settable: true },
  { value: 3, label: 'Pool (by systems flag)', settable: false },
  { value: 4, label: 'Pool then Agency (by systems flag)', settable: false },
] as const

/** Messages of a successful storage check or setup (spec-001 §8, B-18). */
export const storageSentences = {
  connected: 'Successfully connected to agency storage account.',
  restarted: 'Storage setup restarted.',
} as const

/** What may be wrong with an agency's storage, in the order of the checks. */
const storageRefusals = {
  notFound: noAgency,
  config: [422, 'No usable storage credentials are configured for this agency.'],
  unreachable: [422, 'The storage account of this agency cannot be reached at the moment.'],
  auth: [422, 'The storage account refused the credentials of this agency.'],
  missing: [422, 'The storage of this agency has not been set up. Retry the setup.'],
} as const
const searchSentence = 'Search text must be at most 200 characters, without control characters.'

const renamed = event('agencies.renamed', 'Name changed')
const statusChanged = event('agencies.statusChanged', 'Status changed')
const storageModeChanged = event('agencies.storageModeChanged', 'Storage mode changed')
const detailsChanged = event('agencies.detailsChanged', 'Details changed')
const setupRetried = event('agencies.storageSetupRetried', 'Storage setup restarted')
/** Appended when a config upload changes the folder compliance. */
export const foldersReported = event('agencies.foldersReported', 'Folder compliance reported')
export const factsReported = event('agencies.factsReported', 'Agency details reported')
const added = event('agencies.added', 'Agency created')

const { required, positive } = newAgencySentences
const numberField = (field: keyof typeof newAgencyNumbers): z.ZodInt =>
  z.int(required).min(1, positive).max(newAgencyNumbers[field].most, newAgencyNumbers[field].tooMany)

/** The input for a new agency (spec-000 §3); bounds and texts are those of the form (spec-000 §5). */
export const NewAgency = z.object({
  agencyId: numberField('agencyId').describe('1 to 99999999.'),
  agencyName: z
    .string(required)
    .trim()
    .min(1, required)
    .max(newAgencyName.most, newAgencyName.tooMany)
    .superRefine(refusedBy(whyUnreadable))
    .describe('1 to 100 characters after trimming, none of them invisible.'),
  projectedClients: numberField('projectedClients').describe('Distributes load across agencies.'),
  projectedUsers: numberField('projectedUsers').describe('How many people will use it.'),
  isOnline: trueOrFalse('isOnline').default(false).describe('True for an agency on the newer version.'),
})
export type NewAgency = z.infer<typeof NewAgency>

/** Events of this module without a call: from the import on the command line. */
export const agencyEvents = [
  event('agencies.imported', 'Changed by import'),
  event('agencies.importProgress', 'Import under way'),
  event('agencies.importRun', 'Import run'),
] as const

export const agencies = moduleCalls('agencies', {
  search: read({
    about: 'Agencies whose id or name matches, the best answer first; at most 500.',
    at: command('/api/request', 'AgencySearch'),
    access: 'staff',
    input: z.object({
      searchText: z
        .string(searchSentence)
        .max(200, searchSentence)
        .refine(canBeStored, searchSentence)
        .describe(
          'Digits match an id, padded or not, also in front of its name; anything matches inside a name.',
        ),
      max: wholeNumber('max', 1, 500).optional().describe('How many are wanted; 500 without it.'),
    }),
    answer: many(AgencyListItem),
  }),
  config: read({
    about: 'One agency: what the header and the Config tab show.',
    at: command('/api/request', 'GetAgencyConfig'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(AgencyConfig),
    refusals: { notFound: noAgency },
  }),
  listConfigs: read({
    about: 'All agencies by id.',
    at: command('/api/request', 'ListAgencyConfigs'),
    access: 'staff',
    heavy: true,
    input: z.object({}),
    answer: streamed(AgencyConfig),
  }),
  updateName: write({
    about: 'Give an agency another name.',
    at: command('/api/request', 'UpdateAgencyName'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    event: renamed,
    input: z.object({ agencyId: AgencyId, name: AgencyName, version: ReadVersion }),
    answer: one(AgencyConfig),
    refusals: {
      notFound: noAgency,
      stale: [
        409,
        '{changedBy} changed the name to "{current}" at {changedAt}. Your text was not saved.',
        stale('name', z.string()),
      ],
    },
  }),
  updateStatus: write({
    about: 'Set the status of an agency; any may follow any.',
    at: command('/api/request', 'UpdateAgencyStatus'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    recent: ({ status }) => status === deletingStatus,
    event: statusChanged,
    input: z.object({
      agencyId: AgencyId,
      status: z.int(invalidStatus).min(0, invalidStatus).max(5, invalidStatus).describe('0 to 5.'),
      version: ReadVersion,
    }),
    answer: one(AgencyConfig),
    refusals: {
      notFound: noAgency,
      stale: [
        409,
        '{changedBy} changed the status at {changedAt}. Your choice was not saved.',
        stale('status', z.int()),
      ],
    },
  }),
  updateStorageMode: write({
    about: 'Set where new files of an agency are stored; files stored before stay where they are.',
    at: command('/api/request', 'UpdateAgencyStorageMode'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    event: storageModeChanged,
    input: z.object({
      agencyId: AgencyId,
      mode: z.int(invalidMode).min(0, invalidMode).max(2, invalidMode).describe('0 to 2.'),
      version: ReadVersion,
    }),
    answer: one(AgencyConfig),
    refusals: {
      notFound: noAgency,
      stale: [
        409,
        '{changedBy} changed the storage mode at {changedAt}. Your choice was not saved.',
        stale('storage mode', z.int()),
      ],
    },
  }),
  updateDetails: write({
    about: 'Set pool, region, type, domains and onboarding status of an agency; what is left out stays.',
    at: command('/api/request', 'UpdateAgencyDetails'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    event: detailsChanged,
    input: z.object({
      agencyId: AgencyId,
      to: AgencyDetails.describe('What it is to be.'),
      from: AgencyDetails.optional().describe(
        'The same fields as they were read; one that is another by now refuses the whole.',
      ),
    }),
    answer: one(AgencyConfig),
    refusals: {
      notFound: noAgency,
      stale: [
        409,
        '{changedBy} changed these details at {changedAt}. Your change was not saved.',
        z.object({ ...lastChange, current: AgencyConfig.describe('The agency as it is now.') }),
      ],
    },
  }),
  checkStorage: read({
    about: 'Try the storage that new files of an agency go to; an answer counts for five seconds.',
    at: command('/api/request', 'CheckAgencyStorageCredentials'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: nothing(),
    refusals: {
      ...storageRefusals,
      busy: [429, 'The file store is busy. Please try again in a moment.'],
    },
  }),
  retryStorageSetup: write({
    about: 'Set up the storage of an agency again; what is there stays.',
    at: command('/api/request', 'RetryAgencyStorageSetup'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    outside: true,
    event: setupRetried,
    input: z.object({ agencyId: AgencyId }),
    answer: nothing(),
    refusals: storageRefusals,
  }),
  add: write({
    about: 'Create an agency of version 5.x; takes the documented nested form and the flat one (A-10).',
    at: command('/api/request', 'AddAgency'),
    access: 'staff',
    needs: [P.CreateNewAgency],
    event: added,
    input: z.preprocess(
      (body) => (typeof body === 'object' && body !== null && !('agency' in body) ? { agency: body } : body),
      z.object({ agency: NewAgency }),
    ),
    answer: one(AgencyConfig),
    refusals: { exists: [409, 'Agency already exists.'] },
  }),
  timeZones: read({
    about: 'The time zones agencies live in.',
    at: command('/api/request', 'GetTimeZones'),
    access: 'staff',
    input: z.object({}),
    answer: many(TimeZone),
  }),
})
