import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handlers } from '../../calls/context.ts'
import { appendUpload } from './append-upload.ts'
import { conversionErrors } from './conversion-errors.ts'
import { deleteMultifolderFile } from './delete-multifolder-file.ts'
import { download } from './download.ts'
import { finishUpload } from './finish-upload.ts'
import { logLines } from './log-lines.ts'
import { logs } from './logs.ts'
import { metadata } from './metadata.ts'
import { multifolderLog } from './multifolder-log.ts'
import { openUpload } from './open-upload.ts'
import { reportConversionErrors } from './report-conversion-errors.ts'
import { resend } from './resend.ts'
import { searchLog } from './search-log.ts'
import { totals } from './totals.ts'

/** The agency-files module. */
export const agencyFileHandlers: Handlers<typeof agencyFiles> = {
  multifolderLog,
  deleteMultifolderFile,
  conversionErrors,
  logs,
  totals,
  resend,
  download,
  metadata,
  logLines,
  searchLog,
  openUpload,
  appendUpload,
  finishUpload,
  reportConversionErrors,
}
