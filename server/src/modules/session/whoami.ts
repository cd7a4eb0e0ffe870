import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../calls/context.ts'
import { toClaims } from './open-session.ts'

/** The person who is signed in; the pipeline has already found the session. */
export const whoami: Handler<typeof session.whoami> = (_input, { session: current, services }) => ({
  claims: toClaims(current),
  liveMark: services.live.cursor(),
})
