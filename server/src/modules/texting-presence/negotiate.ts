import type { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../../calls/context.ts'
import { makeConnectionToken } from './connection-token.ts'

/** Issues a token for a connection; nothing is stored, so that any process may accept it. */
export const negotiate: Handler<typeof textingPresence.negotiate> = (_input, { agencyId, now, services }) => {
  const connectionId = randomUUID()
  return {
    negotiateVersion: 1,
    connectionId,
    connectionToken: makeConnectionToken({ connectionId, agencyId, now }, services.config.secretKeys),
    availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
  }
}
