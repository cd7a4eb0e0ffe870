import type { journal } from '@agency-support/contract/modules/journal'
import type { Handler } from '../../calls/context.ts'
import { logWarning } from '../../lib/log.ts'

/** Hands the response to the live hub until the browser disconnects. */
export const live: Handler<typeof journal.live> = ({ after }, { services, session, request }) => ({
  takeOver: (response) => {
    services.live
      .attach(response, session.sessionId, { permissions: session.permissions }, request.lastEventId ?? after)
      .catch((error: unknown) => {
        logWarning(services.log, 'live.attach', error)
        // A reset connection would be an error in the browser's console; after a regular end it reconnects.
        response.end()
      })
  },
})
