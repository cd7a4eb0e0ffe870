import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { countRecoveryCodes, findFactors, listPasskeys } from './store.ts'

/** The person's second factors. */
export const status: Handler<typeof secondFactor.status> = async (_input, { db, session }) => {
  const { staffId } = session
  const [{ totp_secret: secret }, passkeys, recoveryCodesLeft] = await Promise.all([
    findFactors(db, staffId),
    listPasskeys(db, staffId),
    countRecoveryCodes(db, staffId),
  ])
  return {
    totp: secret !== null,
    recoveryCodesLeft,
    passkeys: passkeys.map((row) => ({
      passkeyId: row.passkey_id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  }
}
