import { padAgencyId } from '@agency-support/contract/ids'
import type { Actor } from '../journal/append.ts'
import type { Session } from './find-session.ts'

/** Who makes a request: a person with a session, an agency's software with its key, or neither. */
export interface Caller {
  session: Session | null
  /** Set only for calls by agencies' software. */
  agencyId: number | null
}

/** The actor of a call's journal rows. */
export function toActor({ session, agencyId }: Caller): Actor {
  if (agencyId !== null) return { kind: 'agency', name: padAgencyId(agencyId), sessionId: null }
  if (session === null) return { kind: 'system', name: 'sign-in', sessionId: null }
  return { kind: 'staff', name: session.username, sessionId: session.sessionId }
}
