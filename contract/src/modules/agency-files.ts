import { z } from 'zod'
import { many, nothing, one, raw } from '../answer.ts'
import { audited, read, moduleCalls, signal, signalWithEvents, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { AgencyId, AgencyIdText, noAgency } from '../ids.ts'
import { P } from '../permissions.ts'
import {
  clientIdPattern,
  type FileType,
  fileTypes,
  isFileName,
  logLevels,
  StorageLocation,
} from '../rules/agency-files.ts'
import { isPlainText } from '../rules/hidden-characters.ts'
import { command, get, post, upload } from '../wire.ts'
import { factsReported, foldersReported } from './agencies.ts'
import { reportEvents } from './agency-reports.ts'
import { Again, NewCommand, queued as commandQueued, queueRefusals } from './queued-command.ts'
import { reported as usersReported } from './agency-users.ts'
import {
  ConversionErrors,
  errorsBody,
  CountedTotals,
  LogFile,
  MultifolderTokens,
  NewUpload,
  OpenUpload,
  SyncError,
} from './agency-file-shapes.ts'

/** Metadata of one file, without reading it. */
export const FileMetadata = z.object({
  fileTimestamp: Instant.describe('When the file was last written at the agency.'),
  blobTimestamp: Instant.describe('When it arrived in the store.'),
  deleted: z.boolean().describe('True when the agency has deleted this client; the file can still be had.'),
  url: z.string().describe('Address of its download, a path of this server.'),
  name: z.string().describe('Name of the file.'),
  size: z.int().describe('Length in bytes.'),
})
export type FileMetadata = z.infer<typeof FileMetadata>

const typeSentence = 'type must be client, log, agencyConfig, agencyMetrics or agencyMultifolder.'
const locationSentence = 'location must be 0, 4, 5, 6 or 8.'
const pathSentence = 'filePath must be the name of a file in the list of this agency.'
const clientSentence = 'clientId must be eight digits.'

const LogName = z
  .string(pathSentence)
  .min(1, pathSentence)
  .max(200, pathSentence)
  .refine(isFileName, pathSentence)
  .describe('Name of a log from GetAgencyLogs.')

const fileFields = {
  agencyId: AgencyIdText,
  type: z
    .enum([...fileTypes, '8'], typeSentence)
    .optional()
    .describe('What to get; without it the location distinguishes a log from a client file. 8 means log.'),
  location: z
    .enum(['0', '4', '5', '6', '8'], locationSentence)
    .optional()
    .describe('0 Client File, 4 Search, 5 Texting, 6 Vendor, 8 log; 0 unless given.'),
  clientId: z
    .union([z.literal(''), z.string(clientSentence).regex(clientIdPattern, clientSentence)], clientSentence)
    .optional()
    .describe('Eight digits, for a client file.'),
  filePath: z
    .union([z.literal(''), LogName], pathSentence)
    .optional()
    .describe('Name of a log, for a log.'),
}

interface Typed {
  type?: FileType | '8' | undefined
  location?: string | undefined
}

/** The type of a requested file: the given type, otherwise the one of its location. */
export function typeOfRequest({ type, location }: Typed): FileType {
  if (type === '8') return 'log'
  return type ?? (location === String(StorageLocation.log) ? 'log' : 'client')
}

const FileRequest = z
  .object(fileFields)
  .refine((request) => typeOfRequest(request) !== 'log' || (request.filePath ?? '') !== '', {
    message: pathSentence,
    path: ['filePath'],
  })
  .refine((request) => typeOfRequest(request) !== 'client' || (request.clientId ?? '') !== '', {
    message: clientSentence,
    path: ['clientId'],
  })
  .refine((request) => typeOfRequest(request) !== 'client' || request.location !== '8', {
    message: 'location must be 0, 4, 5 or 6 for a client file.',
    path: ['location'],
  })
export type FileRequest = z.infer<typeof FileRequest>

const whole = (name: string, min: number, max: number, fallback: number) => {
  const sentence = `${name} must be a whole number from ${min} to ${max}.`
  return z
    .string(sentence)
    .regex(/^[0-9]{1,10}$/, sentence)
    .transform(Number)
    .pipe(z.int(sentence).min(min, sentence).max(max, sentence))
    .default(fallback)
}
const maxLines = 2_147_483_647

const searchSentence = 'text must be at most 200 characters, without control characters.'
const LogSearchText = z.string(searchSentence).max(200, searchSentence).refine(isPlainText, searchSentence)

const LogLines = z.object({
  version: z.string().describe('Changes when the file is replaced; numbers of another version mean nothing.'),
  totalLines: z.int().describe('How many lines the file holds.'),
  from: z.int().describe('Number of the first line given here; 1 is the first of the file.'),
  lines: z
    .array(z.string())
    .describe(
      'Lines in order without their ends; fewer than asked when they are long. A very long one is cut.',
    ),
  next: z.int().nullable().describe('Number of the line after these; null at the end of the file.'),
})
export type LogLines = z.infer<typeof LogLines>

const LogHits = z.object({
  version: z.string().describe('As for the lines.'),
  totalLines: z.int().describe('How many lines the file holds.'),
  hits: z
    .array(
      z.object({
        line: z.int().describe('Number of the line.'),
        text: z.string().describe('Its text, cut when very long.'),
      }),
    )
    .describe('Lines that match, in order.'),
  hasLongLine: z
    .boolean()
    .describe('True if a line was longer than 1 MiB, of which only the beginning was searched.'),
  next: z.int().nullable().describe('Give it as `after` to search on; null when the end was reached.'),
})
export type LogHits = z.infer<typeof LogHits>

const tokenDeleted = event('agencyFiles.tokenDeleted', 'Token file deleted')
const downloaded = event('agencyFiles.downloaded', 'File downloaded')
const received = event('agencyFiles.received', 'File received')
const tokenFailed = event('agencyFiles.tokenFailed', 'Token refresh failed')
/** Appended when the list of sync errors has changed. */
export const errorsReported = event('agencyFiles.errorsReported', 'Sync errors reported')

const noFile = [2, 'File not found.'] as const
const uploadGone = [404, 'There is no such upload.'] as const

export const agencyFiles = moduleCalls('agencyFiles', {
  multifolderLog: read({
    about: 'The multifolder token of an agency: the current one and the last failure.',
    at: command('/api/request', 'GetAgencyMultiFolderLog'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(MultifolderTokens),
    refusals: { none: [2, 'No seat key token file found.'] },
  }),
  deleteMultifolderFile: write({
    about: 'Delete the multifolder token file; the agency’s software writes a new one at its next run.',
    at: command('/api/request', 'DeleteAgencyMultifolderFile'),
    access: 'staff',
    needs: [P.ResetMultifolderToken],
    outside: true,
    event: tokenDeleted,
    input: z.object({ agencyId: AgencyId }),
    answer: nothing(),
    refusals: { none: [2, 'No seat key token file found.'] },
  }),
  conversionErrors: read({
    about: 'Clients that could not be converted or synced, newest first.',
    at: command('/api/request', 'ClientConversionErrors'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(SyncError),
  }),
  logs: read({
    about: 'The log files of an agency, newest first.',
    at: command('/api/request', 'GetAgencyLogs'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(LogFile),
  }),
  totals: read({
    about: 'How many clients one storage location of an agency holds, as its software last counted.',
    at: command('/api/request', 'ListAgencyTotals'),
    access: 'staff',
    input: z.object({
      agencyId: AgencyId,
      storageLocation: z
        .union(
          [z.literal(0), z.literal(4), z.literal(5), z.literal(6)],
          'storageLocation must be 0, 4, 5 or 6.',
        )
        .describe('0 Data Sync, 4 Search, 5 Texting, 6 Vendor.'),
    }),
    answer: one(CountedTotals),
    refusals: { none: [2, 'No totals found.'] },
  }),
  resend: write({
    about: 'Have a client, metric or config file sent to the receiver again.',
    at: command('/api/request', 'ReceiveRequest'),
    access: 'staff',
    event: commandQueued,
    input: z
      .object({
        agencyId: AgencyId,
        eventId: z
          .union([z.literal(1), z.literal(2), z.literal(3)], 'eventId must be 1, 2 or 3.')
          .describe('1 Client File, 2 Metric File, 3 Config File.'),
        clientId: z
          .union(
            [z.literal(0), z.literal('0'), z.string(clientSentence).regex(clientIdPattern, clientSentence)],
            clientSentence,
          )
          .default('0')
          .describe('Eight digits for a client file, otherwise 0.'),
        again: Again,
      })
      .refine(({ eventId, clientId }) => eventId !== 1 || clientIdPattern.test(String(clientId)), {
        message: clientSentence,
        path: ['clientId'],
      }),
    answer: one(NewCommand),
    refusals: { notFound: noAgency, ...queueRefusals },
  }),
  download: audited({
    about: 'One file of an agency, as an attachment; takes Range for a part of it.',
    at: get('/api/file/download'),
    access: 'staff',
    needs: (asked) => (typeOfRequest(asked) === 'client' ? [P.DownloadClientFiles] : []),
    event: downloaded,
    input: FileRequest.safeExtend({
      asJson: z
        .enum(['true', 'false'], 'asJson must be true or false.')
        .optional()
        .describe('true answers the content as JSON.'),
    }),
    // A log is text; asJson returns JSON.
    answer: raw('application/octet-stream', 'text/plain', 'application/json'),
  }),
  metadata: read({
    about: 'When a file was written and when it arrived; code 2 when there is none.',
    at: get('/api/file/metadata'),
    access: 'staff',
    input: FileRequest,
    answer: one(FileMetadata),
    refusals: { none: noFile },
  }),
  logLines: read({
    about: 'Some lines of a log, found without reading what lies before them.',
    at: get('/api/file/log/lines'),
    access: 'staff',
    input: z.object({
      agencyId: AgencyIdText,
      filePath: LogName,
      from: whole('from', 1, maxLines, 1).describe('Number of the first line wanted; 1 unless given.'),
      count: whole('count', 1, 2_000, 500).describe('How many lines at most; 500 unless given.'),
    }),
    answer: one(LogLines),
    refusals: { none: noFile },
  }),
  searchLog: read({
    about: 'Lines of a log that match, a bounded way on from a line; ask again with `next` to go on.',
    at: get('/api/file/log/search'),
    access: 'staff',
    input: z.object({
      agencyId: AgencyIdText,
      filePath: LogName,
      text: LogSearchText.default('').describe('Somewhere in the line; case does not matter. Empty for any.'),
      level: z
        .enum(['', ...logLevels], 'level must be debug, info, warn or error.')
        .default('')
        .describe('Only lines of this level or worse; empty for all.'),
      after: whole('after', 0, maxLines, 0).describe('Search behind this line; 0 is the beginning.'),
    }),
    answer: one(LogHits),
    refusals: { none: noFile },
  }),
  openUpload: signal({
    about: 'An agency’s software announces a file; the same file again continues where it stopped.',
    at: post('/agent/v1/uploads'),
    access: 'agent',
    input: NewUpload,
    answer: one(OpenUpload),
    refusals: { tooMany: [409, 'Too many uploads are open. Finish one first.'] },
  }),
  appendUpload: signal({
    about: 'The next bytes of an upload, as application/octet-stream; pieces that arrive within 30 seconds.',
    at: upload('/agent/v1/uploads/{uploadId}/bytes'),
    access: 'agent',
    outside: true,
    input: z.object({
      uploadId: z.uuid('uploadId must be the id of an upload.').describe('From the announcement.'),
      offset: z
        .string('offset must be a whole number.')
        .regex(/^[0-9]{1,13}$/, 'offset must be a whole number.')
        .transform(Number)
        .describe('Where in the file these bytes begin.'),
    }),
    answer: one(OpenUpload),
    refusals: {
      gone: uploadGone,
      wrongOffset: [409, 'The upload goes on at byte {offset}.', OpenUpload],
      tooLarge: [413, 'There are more bytes than were announced.'],
    },
  }),
  finishUpload: write({
    about: 'All bytes are there: check them, put the file into the agency’s store and list it.',
    at: post('/agent/v1/uploads/finish'),
    access: 'agent',
    outside: true,
    event: [received, tokenFailed, foldersReported, factsReported, usersReported, ...reportEvents],
    input: z.object({
      uploadId: z.uuid('uploadId must be the id of an upload.').describe('From the announcement.'),
    }),
    answer: many(LeftOutEntry),
    refusals: {
      gone: uploadGone,
      mismatch: [422, 'The bytes are not those announced. The upload starts over.'],
      unreadable: [422, '{problem}', z.object({ problem: z.string().describe('What is wrong with it.') })],
    },
  }),
  reportConversionErrors: signalWithEvents({
    about:
      'An agency’s software reports which clients it cannot convert or sync; replaces its report before.',
    at: post('/agent/v1/conversion-errors'),
    access: 'agent',
    maxBody: errorsBody,
    event: [errorsReported, ...reportEvents],
    judged: { list: 'errors', noun: 'errors' },
    input: ConversionErrors,
    answer: many(LeftOutEntry),
  }),
})
