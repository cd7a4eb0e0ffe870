import { padAgencyId } from '@agency-support/contract/ids'
import type { Actor } from '../journal/append.ts'
import type { Session } from './find-session.ts'

/** Who makes a request: a person by a session, an agency's software by its key, or nobody. */
export interface Caller {
  session: Session | null
  /** Set for a call of the agencies' own software, and for no other. */
  agencyId: number | null
}

/** Who a call's entries in the record are by. */
export function toActor({ session, agencyId }: Caller): Actor {
  if (agencyId !== null) return { kind: 'agency', name: padAgencyId(agencyId), sessionId: null }
  if (session === null) return { kind: 'system', name: 'sign-in', sessionId: null }
  return { kind: 'staff', name: session.username, sessionId: session.sessionId }
}
