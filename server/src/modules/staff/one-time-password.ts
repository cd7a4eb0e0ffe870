import { HttpFailure } from '../../http/refusal.ts'
import { generatePassword } from '../../passwords/generate.ts'
import { hashPassword, TooManyHashes } from '../../passwords/hash.ts'

/** A password to be told once, and what is kept of it. Throws 503 while too many others are being hashed. */
export async function oneTimePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = generatePassword()
  try {
    return { password, passwordHash: await hashPassword(password) }
  } catch (error) {
    if (!(error instanceof TooManyHashes)) throw error
    throw new HttpFailure(503, 'Too many people are signing in. Please try again in a few seconds.', {
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
}
