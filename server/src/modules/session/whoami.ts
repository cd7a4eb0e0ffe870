import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../calls/context.ts'
import { toClaims } from './open-session.ts'

/** Who is signed in; the pipeline has found the session already. */
export const whoami: Handler<typeof session.whoami> = (_input, { session: current, services }) => ({
  claims: toClaims(current),
  liveMark: services.live.cursor(),
})
