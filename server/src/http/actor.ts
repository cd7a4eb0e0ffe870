import type { AnyCall } from '@agency-support/contract/call'
import { padAgencyId } from '@agency-support/contract/ids'
import { hash, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../journal/append.ts'
import type { Session } from './find-session.ts'

/** True for `Bearer KEY` with the configured key; an empty one opens nothing. */
export function holdsAgentKey(authorization: string | undefined, agentKey: string): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (shown === undefined || agentKey === '') return false
  // Digests have one length, so the comparison tells nothing about the key's.
  return timingSafeEqual(hash('sha256', shown, 'buffer'), hash('sha256', agentKey, 'buffer'))
}

/** Who a call's entries in the record are by. */
export function actorOf(call: AnyCall, session: Session | null, input: unknown): Actor {
  if (call.access === 'agent') return { kind: 'agency', name: agencyOf(call, input), sessionId: null }
  if (session === null) return { kind: 'system', name: 'sign-in', sessionId: null }
  return { kind: 'staff', name: session.username, sessionId: session.sessionId }
}

function agencyOf(call: AnyCall, input: unknown): string {
  const { agencyId } = Object(input) as { agencyId?: unknown }
  if (typeof agencyId === 'number') return padAgencyId(agencyId)
  throw new Error(`${call.room}.${call.name}: a call of the agencies' software must tell its agencyId`)
}
