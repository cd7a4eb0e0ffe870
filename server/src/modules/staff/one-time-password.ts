import { generatePassword } from '../../auth/passwords/generate.ts'
import { hashPassword } from '../../auth/passwords/hash.ts'
import { unlessBusy } from '../session/public.ts'

/** A password to show once, and its hash. Throws 503 if too many passwords are being hashed. */
export async function oneTimePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = generatePassword()
  return { password, passwordHash: await unlessBusy(() => hashPassword(password)) }
}
