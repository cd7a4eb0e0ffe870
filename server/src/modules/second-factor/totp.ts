import { generateSecret, generateURI, verify } from 'otplib'
import { toEpochSeconds } from '../../lib/clock.ts'

const period = 30

/** A new secret in Base32. */
export function newTotpSecret(): string {
  return generateSecret()
}

/** The URI in the QR code for an authenticator app. */
export function totpUri(secret: string, username: string): string {
  return generateURI({ issuer: 'Agency Support', label: username, secret })
}

/** True for text in the form of an authenticator app's code. */
export function isTotpForm(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/**
 * The time step of a code: the current, previous or next one, to allow for clock differences. Undefined for any other
 * code and for steps up to `lastStep`, whose codes are used up.
 */
export async function matchingStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): Promise<number | undefined> {
  if (!isTotpForm(code)) return undefined
  const epoch = toEpochSeconds(now)
  const result = await verify({ secret, token: code, epoch, period, epochTolerance: period })
  if (!result.valid || !('timeStep' in result)) return undefined
  return result.timeStep > lastStep ? result.timeStep : undefined
}
