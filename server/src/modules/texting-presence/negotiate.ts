import type { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../../calls/context.ts'
import { makeConnectionToken } from './connection-token.ts'

/** Names a connection to come; nothing is kept of it, so that any process may take the connection itself. */
export const negotiate: Handler<typeof textingPresence.negotiate> = (_input, { agencyId, now, services }) => {
  const connectionId = randomUUID()
  return {
    negotiateVersion: 1,
    connectionId,
    connectionToken: makeConnectionToken({ connectionId, agencyId, now }, services.config.secretKeys),
    availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
  }
}
