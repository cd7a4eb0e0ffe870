import type { certificates } from '@agency-support/contract/modules/certificates'
import type { Handlers } from '../../calls/context.ts'
import { decodeUrl } from './decode-url.ts'
import { details } from './details.ts'
import { encodeUrl } from './encode-url.ts'
import { file } from './file.ts'
import { list } from './list.ts'
import { report } from './report.ts'

/** The self-serve certificates. */
export const certificateHandlers: Handlers<typeof certificates> = {
  list,
  details,
  file,
  decodeUrl,
  encodeUrl,
  report,
}
