import { create } from 'zustand'
import { idleSeconds } from '../../lib/idle.ts'
import { type Profile, profileStore, useProfile } from '../../lib/profile.ts'
import { serverNow } from '../../lib/requests/server-time.ts'
import { renewNow, renewSession } from './session-client.ts'
import { needOnCheck } from './session-rules.ts'

/** Interval of the session check (spec-000 §9). */
const checkEveryMs = 60_000

/** The profile whose session could not be renewed in time; renewing makes a new profile object. */
const useUnrenewed = create<Profile | null>()(() => null)
let signInNeeded: () => void = () => undefined

/**
 * Every so many checks the server is told of the person's input, without which it ends a session after half an hour
 * (D-12): who reads or fills in a long form may send nothing else for as long.
 */
const tellEvery = 10

/** Checks the session every minute: renews it in its last ten minutes, asks for sign-in when it has ended. */
export function startSessionCheck(askForSignIn: () => void): () => void {
  signInNeeded = askForSignIn
  let checks = 0
  const timer = setInterval(() => {
    checks += 1
    void checkOnce(checks % tellEvery === 0 && idleSeconds() < tellEvery * 60)
  }, checkEveryMs)
  return () => clearInterval(timer)
}

async function checkOnce(tells: boolean): Promise<void> {
  const profile = profileStore.get()
  if (profile === null) return
  const need = needOnCheck(profile.exp, Math.floor(serverNow() / 1000))
  if (need === 'renew') return renewOrNotify()
  if (need === 'none' && !tells) return
  // Another tab may have renewed the session while the browser had put this one to sleep.
  const { signin } = await renewSession()
  if (signin || (need === 'signOut' && profileStore.get() === profile)) signInNeeded()
}

/** Renews the session; if that fails it continues, and the person sees when it ends. */
export async function renewOrNotify(): Promise<void> {
  const before = profileStore.get()
  const { signin } = await renewNow()
  if (signin) return signInNeeded()
  useUnrenewed.setState(profileStore.get() === before ? before : null, true)
}

/** When a session that could not be renewed ends, in epoch seconds; otherwise null. */
export function useUnrenewedEnd(): number | null {
  const profile = useProfile()
  return useUnrenewed() === profile ? (profile?.exp ?? null) : null
}
