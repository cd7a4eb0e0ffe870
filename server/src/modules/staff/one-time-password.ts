import { generatePassword } from '../../auth/passwords/generate.ts'
import { hashPassword } from '../../auth/passwords/hash.ts'

/** A password to show once, and its hash. Throws TooManyHashes. */
export async function oneTimePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = generatePassword()
  return { password, passwordHash: await hashPassword(password) }
}
