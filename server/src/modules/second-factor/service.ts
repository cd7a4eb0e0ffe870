import { plusSeconds } from '../../lib/clock.ts'
import { keepFor } from '../../jobs/keep-for.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { FactorCheck, UseUp } from '../session/public.ts'
import { parseChallenge, requestOptions, type Site, verifyUse, type WebAuthnJson } from './passkeys.ts'
import { recoveryDigest } from './recovery-codes.ts'
import { decryptSecret } from './encryption.ts'
import { recoveryKeys } from './secret-keys.ts'
import {
  deleteExpiredChallenges,
  findFactors,
  findRecoveryCode,
  insertChallenge,
  listPasskeys,
  type PasskeyRow,
  type Purpose,
  takeChallenge,
  takePasskeyUse,
  takeRecoveryCode,
  takeTotpStep,
} from './store.ts'
import { isTotpForm, matchingStep } from './totp.ts'

/** Lifetime of a challenge. */
export const challengeSeconds = 5 * 60

/** How to use up a code of the authenticator app or a recovery code; undefined if it is wrong. */
export async function checkCode(
  check: FactorCheck,
  staffId: number,
  given: string,
): Promise<UseUp | undefined> {
  const { db, config, now } = check
  const code = given.replace(/\s/g, '')
  if (!isTotpForm(code)) {
    const possible = await recoveryKeys(db, config.secretKeys)
    const digests = possible.map((key) => recoveryDigest(key, staffId, code))
    const digest = await findRecoveryCode(db, staffId, digests)
    return digest && ((tx) => takeRecoveryCode(tx, staffId, digest, now))
  }
  const { totp_secret: encrypted, totp_last_step: lastStep } = await findFactors(db, staffId)
  if (encrypted === null) return undefined
  const secret = decryptSecret(config.secretKeys, staffId, encrypted)
  const step = await matchingStep(secret, code, { now, lastStep })
  return step === undefined ? undefined : (tx) => takeTotpStep(tx, staffId, step)
}

/** The passkeys of a person, or only the requested one. */
async function ofPasskeys(db: ReadDb | Tx, staffId: number, only: number | undefined): Promise<PasskeyRow[]> {
  const passkeys = await listPasskeys(db, staffId)
  return only === undefined ? passkeys : passkeys.filter(({ passkey_id: id }) => id === only)
}

/** How to use up a passkey's answer; undefined if it is invalid. Its challenge is used up immediately. */
export async function checkPasskey(
  check: FactorCheck,
  staffId: number,
  { answer, purpose, only }: { answer: WebAuthnJson; purpose: Purpose; only?: number | undefined },
): Promise<UseUp | undefined> {
  const { db, bookkeeping, config, now } = check
  const challenge = parseChallenge(answer)
  if (challenge === undefined) return undefined
  const given = await bookkeeping((tx) => takeChallenge(tx, { challenge, staffId, purpose, now }))
  if (!given) return undefined
  const passkey = (await ofPasskeys(db, staffId, only)).find((one) => one.credential_id === answer['id'])
  if (passkey === undefined) return undefined
  const counter = await verifyUse(config, { answer, challenge, passkey })
  return counter === undefined ? undefined : (tx) => takePasskeyUse(tx, passkey, counter, now)
}

/** Options for the browser to ask for a passkey, with the challenge stored; null for a person without passkeys. */
export async function passkeyOptions(
  tx: Tx,
  staffId: number,
  { purpose, config, now, only }: { purpose: Purpose; config: Site; now: Date; only?: number | undefined },
): Promise<WebAuthnJson | null> {
  const passkeys = await ofPasskeys(tx, staffId, only)
  if (passkeys.length === 0) return null
  const options = await requestOptions(config, passkeys)
  const expiresAt = plusSeconds(now, challengeSeconds)
  await insertChallenge(tx, { challenge: options.challenge, staffId, purpose, expiresAt })
  return { ...options }
}

/** Deletes challenges that nobody answered in time. */
export const deleteOldChallenges = keepFor(0, deleteExpiredChallenges)
