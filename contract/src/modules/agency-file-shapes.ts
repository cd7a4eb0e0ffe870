import { z } from 'zod'
import { AgentInstant, Instant, RecordedInstant } from '../dates.ts'
import { listBody } from '../call.ts'
import { exactText, trueOrFalse, wholeNumber } from '../fields.ts'
import { clientIdPattern, fileTypes, isFileName } from '../rules/agency-files.ts'
import { hasHiddenCharacters } from '../rules/hidden-characters.ts'

const count = (what: string) => wholeNumber(what, 0, 2_147_483_647)

const clientSentence = 'clientId must be eight digits.'
const ClientId = z
  .string(clientSentence)
  .regex(clientIdPattern, clientSentence)
  .describe('Eight digits; zeros in front belong to it.')

/** One renewal of an agency's folder access. */
export const MultifolderToken = z.object({
  timestamp: Instant.describe('When it was renewed, or when renewing failed.'),
  cmsUser: exactText('cmsUser', 100).describe('Initials of the user whose computer did it.'),
  hawPath: exactText('hawPath', 400).describe('Folder of the agency’s software as that computer sees it.'),
  clientPath: exactText('clientPath', 400).describe('Folder of the client files as that computer sees it.'),
})
export type MultifolderToken = z.infer<typeof MultifolderToken>

/** The facts of the multifolder file. */
export const MultifolderTokens = z.object({
  current: MultifolderToken.nullable().describe('The last renewal that worked.'),
  lastFailure: MultifolderToken.nullable().describe('The last one that did not.'),
})
export type MultifolderTokens = z.infer<typeof MultifolderTokens>

const ReportedToken = MultifolderToken.extend({
  timestamp: AgentInstant.describe('When it was renewed, or when renewing failed.'),
})

/** The multifolder file as an agency's software writes it. */
export const MultifolderFile = z.object({
  current: ReportedToken.nullable().describe('The last renewal that worked.'),
  lastFailure: ReportedToken.nullable().describe('The last one that did not.'),
})

/** The most errors in one report, and the longest text of one. */
const maxErrors = 5_000
const maxErrorText = 2_000
/** Maximum body of such a report: everything within the limits fits. */
export const errorsBody = listBody(maxErrors, maxErrorText)

/** A client that could not be converted or synced. */
export const SyncError = z.object({
  clientId: ClientId,
  date: Instant.describe('When it failed.'),
  code: z
    .int('code must be a whole number.')
    .min(-2_147_483_648)
    .max(2_147_483_647)
    .describe('Number of the error.'),
  msg: exactText('msg', maxErrorText).describe('What went wrong, in the words of the agency’s software.'),
})
export type SyncError = z.infer<typeof SyncError>

const ReportedError = SyncError.extend({ date: RecordedInstant.describe('When it failed.') })

/** All clients that an agency's software could not convert or sync. */
export const ConversionErrors = z.object({
  errors: z
    .array(ReportedError, 'errors must be a list.')
    .max(maxErrors, `errors must be at most ${maxErrors}.`)
    .describe('All of them.'),
})

const Counts = z.object({
  count: count('count').describe('Files there are.'),
  active: count('active').describe('Those of active clients.'),
  archived: count('archived').describe('Those of archived clients.'),
})

/** The number of client files in one storage location. */
export const FileTotals = Counts.extend({
  errors: count('errors').describe('Clients with an error.'),
  cmsMetricsCount: count('cmsMetricsCount').optional().describe('Clients the agency’s own system counts.'),
  cmsMetricsArchivedCount: count('cmsMetricsArchivedCount')
    .optional()
    .describe('Archived clients the agency’s own system counts.'),
  storage: Counts.optional().describe('The same counts in the store.'),
  conversion: Counts.optional().describe('The same counts after conversion.'),
})
export type FileTotals = z.infer<typeof FileTotals>

/** The same with the time of the count. */
export const CountedTotals = FileTotals.extend({
  countedAt: Instant.describe("When the agency's software reported them."),
})
export type CountedTotals = z.infer<typeof CountedTotals>

/** The content of a metrics file: the counts of each storage location. */
export const AgencyMetrics = z.object({
  totals: z
    .partialRecord(z.enum(['0', '4', '5', '6'], 'totals must be by storage location.'), FileTotals)
    .describe('By storage location.'),
})
export type AgencyMetrics = z.infer<typeof AgencyMetrics>

const gigabyte = 1_073_741_824
const maxUpload = 4 * gigabyte
/** Maximum bytes of a file that is parsed on arrival. */
const maxReadUpload = 4_194_304

const nameSentence = 'name must be a file name of 1 to 200 characters, without a path.'
const hiddenSentence = 'name must not hold characters that cannot be seen, such as U+202E.'
const sizeSentence = `size must be a whole number from 0 to ${maxUpload}.`

/** A file as an agency's software announces it. */
export const NewUpload = z
  .object({
    kind: z
      .enum(fileTypes, 'kind must be client, log, agencyConfig, agencyMetrics or agencyMultifolder.')
      .describe('What kind of file.'),
    name: z
      .string(nameSentence)
      .min(1, nameSentence)
      .max(200, nameSentence)
      .refine(isFileName, nameSentence)
      .refine((name) => !hasHiddenCharacters(name), hiddenSentence)
      .describe('Name of the file, for example error.log, without characters that cannot be seen.'),
    location: z
      .union(
        [z.literal(0), z.literal(4), z.literal(5), z.literal(6), z.literal(8)],
        'location must be 0, 4, 5, 6 or 8.',
      )
      .default(0)
      .describe('0, 4, 5 or 6 for a client file, 8 for a log, otherwise 0.'),
    clientId: z
      .union([z.literal(''), ClientId], clientSentence)
      .default('')
      .describe('Eight digits for a client file, otherwise empty.'),
    size: z.int(sizeSentence).min(0, sizeSentence).max(maxUpload, sizeSentence).describe('Length in bytes.'),
    sha256: z
      .string('sha256 must be 64 hexadecimal digits.')
      .regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits.')
      .describe('Digest of the content, in lower case.'),
    fileTimestamp: RecordedInstant.describe('When the file was last written at the agency.'),
    deleted: trueOrFalse('deleted').default(false).describe('True when the agency has deleted this client.'),
    commandId: z
      .int('commandId must be the number of a command.')
      .min(1, 'commandId must be the number of a command.')
      .max(2_147_483_647, 'commandId must be the number of a command.')
      .optional()
      .describe('The agency command that asked for it.'),
  })
  .refine(({ kind, clientId }) => (kind === 'client') === (clientId !== ''), {
    message: 'clientId belongs to client files, and to those always.',
    path: ['clientId'],
  })
  .refine(({ kind, location }) => (kind === 'log') === (location === 8), {
    message: 'location 8 belongs to logs, and to those always.',
    path: ['location'],
  })
  .refine(({ kind, size }) => kind === 'client' || kind === 'log' || size <= maxReadUpload, {
    message: 'A config, metrics or multifolder file must be at most 4 MB.',
    path: ['size'],
  })
export type NewUpload = z.infer<typeof NewUpload>

/** An upload in progress. */
export const OpenUpload = z.object({
  uploadId: z.string().describe('Id of the upload.'),
  offset: z.int().describe('So many bytes have arrived; the next ones begin here.'),
})

/** A log file of an agency. */
export const LogFile = z.object({
  name: z.string().describe('Name of the file, for example error.log; send it back as filePath.'),
  lastModified: Instant.describe('When the agency’s software last wrote the file.'),
  size: z.int().describe('Length in bytes.'),
  lines: z.int().describe('How many lines it holds.'),
})
export type LogFile = z.infer<typeof LogFile>
