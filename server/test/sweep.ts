import type { AnyCall } from '@agency-support/contract/call'
import type { OutgoingHttpHeaders } from 'node:http'
import type { TestServer } from './app.ts'
import type { Got, Sent } from './exchange.ts'
import { allPermissions } from './people.ts'
import { webhookProof } from './webhooks.ts'

/** One probe of one call: by a person with these permissions in a new session, or by nobody. */
export interface Probe {
  call: AnyCall
  sent: Sent
  headers?: OutgoingHttpHeaders
  /** 'nobody' has no session; the default holds everything. */
  by?: 'nobody' | 'restricted' | { permissions: readonly number[] }
}

/** The agency whose software makes the calls of agencies. */
const sweptAgency = 4_040_405

/** Sends a probe on a connection of its own, so that one probe cannot spoil the next. */
export async function probe(server: TestServer, { call, sent, headers, by }: Probe): Promise<Got> {
  // Else the sign-ins of one sweep would be too many for one address.
  if (call.rate === 'signin') server.clock.turn(61)
  const permissions = typeof by === 'object' ? by.permissions : allPermissions
  const person = by === 'nobody' ? null : await server.person({ permissions })
  const client =
    call.access === 'agent' && by !== 'nobody'
      ? await server.software(sweptAgency)
      : await server.as(person, { restricted: by === 'restricted' })
  try {
    return await client.send(sent, { ...getProof(server, call, sent, by), ...headers })
  } finally {
    client.close()
  }
}

/** What a webhook is proved by; nothing where nobody sends it. */
function getProof(server: TestServer, { at }: AnyCall, sent: Sent, by: Probe['by']): OutgoingHttpHeaders {
  if (at.form !== 'hook' || by === 'nobody') return {}
  return webhookProof(at.proof, sent.body ?? '', server.clock.now())
}
