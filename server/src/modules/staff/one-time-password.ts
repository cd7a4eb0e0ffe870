import { generatePassword } from '../../auth/passwords/generate.ts'
import { hashPassword } from '../../auth/passwords/hash.ts'
import { unlessBusy } from '../session/public.ts'

/** A password to be told once, and what is kept of it. Throws 503 while too many others are being hashed. */
export async function oneTimePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = generatePassword()
  return { password, passwordHash: await unlessBusy(() => hashPassword(password)) }
}
