import { session, type SignInResult, SignInStatus } from '@agency-support/contract/modules/session'
import { create } from 'zustand'
import { type Outcome, send } from '../../lib/api.ts'
import { SignInFailed } from '../../lib/http.ts'
import { liveCursor } from '../../lib/live-cursor.ts'
import { profileStore } from '../../lib/profile.ts'
import { serverNow } from '../../lib/server-time.ts'
import { needAtStart } from './session-rules.ts'

const nowSeconds = (): number => Math.floor(serverNow() / 1000)

/** The second factor of a sign-in: a code, or what the browser answered for a passkey. */
export type GivenFactor = { mfaCode?: string; passkey?: Record<string, unknown> }

/** Signs in; a call that failed counts as status 99 with what the server said. Stores the profile on 0 and 5. */
export async function signIn(
  username: string,
  password: string,
  factor: GivenFactor = {},
): Promise<SignInResult> {
  let result: SignInResult
  try {
    const outcome = await send(session.signIn, { username, password, ...factor })
    if (outcome.kind !== 'ok') return { status: SignInStatus.failed, desc: outcome.message, claims: null }
    result = outcome.data
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    return { status: SignInStatus.failed, desc: error.message, claims: null }
  }
  const stores: readonly number[] = [SignInStatus.success, SignInStatus.passwordChangeRequired]
  if (stores.includes(result.status)) {
    liveCursor.set(undefined)
    profileStore.set(result.claims)
  }
  return result
}

/** How the last sign-out stands: on its way, failed, on its way again after that, or done. */
export const useSignOut = create<'running' | 'failed' | 'again' | 'done'>()(() => 'running')

/** Ends the session on the server and forgets here who was signed in; that the server did not is kept in `useSignOut`. */
export async function signOut(): Promise<void> {
  profileStore.set(null)
  const failedBefore = ['failed', 'again'].includes(useSignOut.getState())
  useSignOut.setState(failedBefore ? 'again' : 'running', true)
  const { kind } = await send(session.signOut, {})
  useSignOut.setState(kind === 'ok' ? 'done' : 'failed', true)
}

const askAgainMs = 1_000

/**
 * Asks who is signed in; a start that gets no answer asks a second time. A page that is being left loses its
 * requests as well, and is gone by then: it must not take the way to the sign-in screen, which signs out.
 */
async function askWho(): Promise<Outcome<typeof session.whoami>> {
  const who = await send(session.whoami, {})
  if (who.kind !== 'failed' || who.status !== 0 || profileStore.get() !== null) return who
  await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  return send(session.whoami, {})
}

/** Asks who is signed in and renews when the end is near; `signin` true means sign-in is needed. */
export async function renewSession(): Promise<{ signin: boolean }> {
  const who = await askWho()
  // No answer says nothing about the session: someone at work stays, a start without an answer begins at sign-in.
  if (who.kind === 'failed' && who.status !== 401) return { signin: profileStore.get() === null }
  if (who.kind !== 'ok') return { signin: true }
  const { claims, liveMark: since } = who.data
  const need = needAtStart(claims.exp, nowSeconds())
  if (need === 'signIn') return { signin: true }
  // At a start nothing has been fetched yet; later the stream itself knows how far it is.
  if (profileStore.get() === null) liveCursor.set(since)
  profileStore.set(claims)
  return need === 'renew' ? renewNow() : { signin: false }
}

/** Renews at once. A network failure is not yet the end: the next check tries again. */
export async function renewNow(): Promise<{ signin: boolean }> {
  const renewed = await send(session.renew, {})
  if (renewed.kind === 'ok') {
    profileStore.set(renewed.data.claims)
    return { signin: false }
  }
  return { signin: renewed.kind !== 'failed' || renewed.status === 401 }
}
