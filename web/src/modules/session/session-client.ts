import { session, type SignInResult, SignInStatus } from '@agency-support/contract/modules/session'
import { create } from 'zustand'
import { type Outcome, send } from '../../lib/requests/api.ts'
import { SignInFailed } from '../../lib/requests/http.ts'
import type { TabMessage } from '../../lib/live/live.ts'
import { liveChannel, liveCursor } from '../../lib/live/live-cursor.ts'
import { type Profile, profileStore } from '../../lib/profile.ts'
import { serverNow } from '../../lib/requests/server-time.ts'
import { needAtStart } from './session-rules.ts'

const nowSeconds = (): number => Math.floor(serverNow() / 1000)

/** The second factor of a sign-in: a code, or the browser's answer for a passkey. */
export type GivenFactor = { mfaCode?: string; passkey?: Record<string, unknown> }

/** Signs in; a failed call counts as status 99 with the server's description. Stores the profile on 0 and 5. */
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

/** State of the latest sign-out: running, failed, running again after a failure, or done. */
export const useSignOut = create<'running' | 'failed' | 'again' | 'done'>()(() => 'running')

/** Ends the session on the server and clears the profile here; whether the server did it is in `useSignOut`. */
export async function signOut(): Promise<void> {
  profileStore.set(null)
  const failedBefore = ['failed', 'again'].includes(useSignOut.getState())
  useSignOut.setState(failedBefore ? 'again' : 'running', true)
  const { kind } = await send(session.signOut, {})
  useSignOut.setState(kind === 'ok' ? 'done' : 'failed', true)
}

const askAgainMs = 1_000

/** No answer, or a failure other than the missing session: it says nothing about who is signed in. */
const saysNothing = (who: Outcome<typeof session.whoami>): boolean =>
  who.kind === 'failed' && who.status !== 401

/**
 * Asks who is signed in; at startup until the server knows, because the sign-in screen would end the session in every
 * other tab.
 */
async function askWho(): Promise<Outcome<typeof session.whoami>> {
  for (;;) {
    const who = await send(session.whoami, {})
    if (!saysNothing(who) || profileStore.get() !== null) return who
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

/** True if whoever was signed in has signed out since, or somebody has signed in: an answer about them is late. */
const isGone = (person: Profile | null): boolean => profileStore.get()?.hsUserName !== person?.hsUserName

/** Checks the session and renews it near its end; `signin` true means that sign-in is needed. */
export async function renewSession(): Promise<{ signin: boolean }> {
  const before = profileStore.get()
  const who = await askWho()
  // A signed-in person stays whatever went wrong.
  if (isGone(before) || saysNothing(who)) return { signin: false }
  if (who.kind !== 'ok') return { signin: true }
  const { claims, liveMark: since } = who.data
  const need = needAtStart(claims.exp, nowSeconds())
  if (need === 'signIn') return { signin: true }
  // At startup nothing has been fetched yet; later the stream itself keeps the cursor.
  if (profileStore.get() === null) liveCursor.set(since)
  profileStore.set(claims)
  return need === 'renew' ? renewNow() : { signin: false }
}

/** Calls `onSignedIn` when another tab of the browser has signed somebody in; returns how to stop. */
export function followOtherTabs(onSignedIn: () => void): () => void {
  const channel = new BroadcastChannel(liveChannel)
  let stopped = false
  // A tab says so when it starts its live updates, for which somebody must be signed in. This one hears its own.
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'joined' && profileStore.get() === null)
      void renewSession().then(({ signin }) => signin || stopped || onSignedIn())
  }
  return () => {
    stopped = true
    channel.close()
  }
}

/** Renews now. A network failure does not end the session: the next check retries. */
export async function renewNow(): Promise<{ signin: boolean }> {
  const before = profileStore.get()
  const renewed = await send(session.renew, {})
  if (isGone(before)) return { signin: false }
  if (renewed.kind === 'ok') {
    profileStore.set(renewed.data.claims)
    return { signin: false }
  }
  return { signin: renewed.kind !== 'failed' || renewed.status === 401 }
}
