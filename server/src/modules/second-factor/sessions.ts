import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { endSessionsBut, endStaffSession } from '../../auth/session-store.ts'
import { isRowAlive, listOpenPlaces } from '../session/public.ts'
import { parseDevice } from './device.ts'

/** The person's open sessions, the current one first. */
export const sessions: Handler<typeof secondFactor.sessions> = async (_input, { db, session, now }) => {
  const open = await listOpenPlaces(db, session.staffId, now)
  return open
    .map((one) => ({
      sessionId: one.sessionId,
      device: parseDevice(one.userAgent),
      address: one.address,
      signedInAt: one.signedInAt.toISOString(),
      lastUsedAt: one.lastUsedAt.toISOString(),
      current: one.sessionId === session.sessionId,
    }))
    .sort((one, other) => Number(other.current) - Number(one.current))
}

/** Ends one of the person's sessions; its open screens learn it at once. */
export const endSession: Handler<typeof secondFactor.endSession> = async ({ sessionId }, ctx) => {
  const { staffId, username } = ctx.session
  if (!(await endStaffSession(ctx.tx, { staffId, sessionId, now: ctx.now }))) throw ctx.refuse('gone')
  await ctx.append({ event: 'session.ended', subject: username, after: { session: sessionId } })
  return null
}

/** Ends all of the person's sessions except the current one. */
export const endOtherSessions: Handler<typeof secondFactor.endOtherSessions> = async (_input, ctx) => {
  const { staffId, sessionId, username } = ctx.session
  const ended = await endSessionsBut(ctx.tx, { staffId, sessionId, now: ctx.now })
  const sessions = ended.filter((row) => isRowAlive(row, ctx.now)).length
  if (sessions === 0) throw ctx.refuse('none')
  await ctx.append({ event: 'session.ended', subject: username, after: { sessions } })
  return null
}
