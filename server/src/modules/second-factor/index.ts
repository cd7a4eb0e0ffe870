import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handlers } from '../../calls/context.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginTotp } from './begin-totp.ts'
import { confirmTotp } from './confirm-totp.ts'
import { finishPasskey } from './finish-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { endOtherSessions, endSession, sessions } from './sessions.ts'
import { status } from './status.ts'
import { stepUp } from './step-up.ts'
import { stepUpOptions } from './step-up-options.ts'

export const secondFactorHandlers: Handlers<typeof secondFactor> = {
  sessions,
  endSession,
  endOtherSessions,
  stepUpOptions,
  stepUp,
  status,
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  beginPasskey,
  finishPasskey,
  removePasskey,
}
