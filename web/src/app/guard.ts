import { P, type PermissionId, permissionMessages } from '@agency-support/contract/permissions'
import type { Profile } from '../lib/profile.ts'
import type { Screen } from '../lib/screen.ts'
import { sessionPaths } from '../modules/session/paths.ts'

/** The guard's decision before a navigation. */
export type Verdict =
  | { go: 'on' }
  /** Sign out and open /signin, with this message if any. */
  | { go: 'signIn'; message: string | null }
  /** Only the password may be changed. */
  | { go: 'changePassword' }
  | { go: 'unauthorized'; message: string; missing: readonly PermissionId[] }

export interface Navigation {
  /** Environment name stored in this browser, or null. */
  environment: string | null
  target: string
  screen: Pick<Screen, 'signIn' | 'needs'>
  profile: Profile | null
}

/** Where a person who must change the password may go: the form, and the screen that ends the session. */
const changingPassword: readonly string[] = [sessionPaths.updatePassword, sessionPaths.signIn]

/** The documented route guard, step by step (spec-000 §2); the server checks everything again. */
export function guard({ environment, target, screen, profile }: Navigation): Verdict {
  if (profile?.passwordChangeRequired === true && !changingPassword.includes(target))
    return { go: 'changePassword' }
  if (environment === null && target !== '/') return { go: 'on' }
  if (!screen.signIn) return { go: 'on' }
  if (profile === null) return { go: 'signIn', message: null }
  if (!profile.permissions.includes(P.CanAccess)) return { go: 'signIn', message: permissionMessages.access }
  const missing = screen.needs.filter((id) => !profile.permissions.includes(id))
  if (missing.length > 0) return { go: 'unauthorized', message: permissionMessages.feature, missing }
  return { go: 'on' }
}
