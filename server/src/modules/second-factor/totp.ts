import { generateSecret, generateURI, verify } from 'otplib'

const period = 30

/** A new secret in Base32. */
export function newTotpSecret(): string {
  return generateSecret()
}

/** The address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, username: string): string {
  return generateURI({ issuer: 'Agency Support', label: username, secret })
}

/** True for what looks like a code of an authenticator app. */
export function isTotpForm(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/**
 * The time step that a code belongs to: the present one, the one before or the one after, for clocks that
 * differ. Undefined for any other code and for steps up to `lastStep`, whose codes were used.
 */
export async function matchingStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): Promise<number | undefined> {
  if (!isTotpForm(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, period, epochTolerance: period })
  if (!result.valid || !('timeStep' in result)) return undefined
  return result.timeStep > lastStep ? result.timeStep : undefined
}
