import type { session } from '@agency-support/contract/modules/session'
import type { Handlers } from '../../http/context.ts'
import { renew } from './renew.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updatePassword } from './update-password.ts'
import { whoami } from './whoami.ts'

export const sessionHandlers: Handlers<typeof session> = {
  signIn,
  signInByGet: signIn,
  signOut,
  signOutByGet: signOut,
  whoami,
  renew,
  renewByPost: renew,
  updatePassword,
}
