import type { seats } from '@agency-support/contract/modules/seats'
import type { Handlers } from '../../http/context.ts'
import { fileRequest } from './file-request.ts'
import { requests } from './requests.ts'
import { setRequestStatus } from './set-request-status.ts'

/** The seats room. */
export const seatsHandlers: Handlers<typeof seats> = { requests, setRequestStatus, fileRequest }
