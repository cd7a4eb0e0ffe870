import type { seats } from '@agency-support/contract/modules/seats'
import type { Handlers } from '../../calls/context.ts'
import { fileRequest } from './file-request.ts'
import { release } from './release.ts'
import { reportSeats } from './report-seats.ts'
import { requests } from './requests.ts'
import { setRequestStatus } from './set-request-status.ts'
import { usage } from './usage.ts'

/** The seats module. */
export const seatsHandlers: Handlers<typeof seats> = {
  usage,
  release,
  reportSeats,
  requests,
  setRequestStatus,
  fileRequest,
}
