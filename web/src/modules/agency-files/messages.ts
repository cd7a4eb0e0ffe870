import { maxShownLine } from '@agency-support/contract/rules/agency-files'
import { formatNumber } from '../../lib/format/format.ts'
import { formatCount } from '../../lib/format/format-count.ts'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const fileMessages = {
  wentWrong: 'Something went wrong',
  noToken: 'No seat key token file found.',
  deleteToken: 'Delete the multifolder token file?',
  tokenDeleted: 'Token file deleted.',
  noDeleteRight:
    'You do not have permission to delete the token file. Please contact your manager for assistance.',
  refreshed: 'The agency’s software normally refreshes the token every 15 minutes.',
  noErrors: 'No sync errors',
  noErrorsYet: 'No sync errors reported yet',
  noErrorsKnown: 'No sync errors are known',
  noMatch: 'No Results',
  noLogs: 'No data',
  logsFailed: 'Failed to load agency logs',
  logsError: 'Error loading agency logs',
  downloadFailed: 'Failed to download file',
  lostDownload: (clientId: string, why: string) => `download of client ${clientId} (${why})`,
  noFile: 'There is no such file.',
  stillLoading: 'This is still loading.',
  savedAs: (name: string) => `Saved as ${name}`,
  noLog: 'This agency has no such log any more.',
  emptyLog: 'This log is empty.',
  notUtf8:
    'Not all of this log is UTF-8 text. The search may miss lines; a download has the bytes as they are.',
  matchCutOff: `This match is beyond the first ${formatNumber(maxShownLine)} characters of its line, and no more of a line is shown. Download the log to read it.`,
  longLine:
    'A line of this log is longer than 1 MiB. The search covered only its beginning; download the log to search all of it.',
  noDownloadRight:
    'You do not have the required permission to download client files. Please contact your manager for assistance if you feel you should have access to this functionality.',
  lastUploaded: 'Last uploaded:',
  asJsonContent: 'Downloads as JSON content',
  notApplicable: 'Not Applicable',
  unknownClient: (clientId: string) => `No store that this agency uses knows client ${clientId}.`,
  noFilesFound: 'No files found',
  unread: 'Could not be read',
  unreadable: (stores: number) => `${formatCount(stores, 'store')} could not be read`,
  clientIdFirst: 'Enter the eight digits of a client id.',
  onlyClientFile: 'Only a client file is chosen by a client id.',
  fileSent: 'File sent to receiver',
  sendFailed: 'Unable to process request. Something went wrong.',
  notFound: 'Agency not found',
} as const
