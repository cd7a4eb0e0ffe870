import type { session } from '@agency-support/contract/modules/session'
import type { Handlers } from '../../calls/context.ts'
import { renew } from './renew.ts'
import { createSignIn, type SecondFactors } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updatePassword } from './update-password.ts'
import { whoami } from './whoami.ts'

/** The session module's handlers, with what checks second factors. */
export function createSessionHandlers(factors: SecondFactors): Handlers<typeof session> {
  const signIn = createSignIn(factors)
  return {
    signIn,
    signInByGet: signIn,
    signOut,
    signOutByGet: signOut,
    whoami,
    renew,
    renewByPost: renew,
    updatePassword,
  }
}
