import { profileStore } from '../../lib/profile.ts'
import { serverNow } from '../../lib/server-time.ts'
import { renewNow } from './session-client.ts'
import { needOnCheck } from './session-rules.ts'

/** The session is looked at this often (000 §9). */
const checkEveryMs = 60_000

/** Checks the session every minute: renews it in its last ten minutes, asks for sign-in when it is over. */
export function startSessionCheck(signInNeeded: () => void): () => void {
  const timer = setInterval(() => void checkOnce(signInNeeded), checkEveryMs)
  return () => clearInterval(timer)
}

async function checkOnce(signInNeeded: () => void): Promise<void> {
  const profile = profileStore.get()
  if (profile === null) return
  const need = needOnCheck(profile.exp, Math.floor(serverNow() / 1000))
  if (need === 'none') return
  if (need === 'signOut' || (await renewNow()).signin) signInNeeded()
}
