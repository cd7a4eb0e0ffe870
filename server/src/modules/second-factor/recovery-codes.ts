import { randomInt } from 'node:crypto'
import type { Tx } from '../../db/open.ts'
import type { KeyRing } from '../../settings/key-ring.ts'
import { codeDigest, deriveRecoveryKey } from './encryption.ts'
import { keyInUse } from './secret-keys.ts'
import { replaceRecoveryCodes } from './store.ts'

const howMany = 10
const half = 5
// Without characters that look alike, because people copy codes from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Issues ten new codes of about 50 bits each; earlier ones stop working. */
export async function issueRecoveryCodes(tx: Tx, secretKeys: KeyRing, staffId: number): Promise<string[]> {
  const recoveryKey = deriveRecoveryKey((await keyInUse(tx, secretKeys)).key)
  const codes = Array.from({ length: howMany }, newCode)
  const digests = codes.map((code) => recoveryDigest(recoveryKey, staffId, code))
  await replaceRecoveryCodes(tx, staffId, digests)
  return codes
}

/** The stored digest of a code; ignores case, spaces and dashes. */
export function recoveryDigest(recoveryKey: Buffer, staffId: number, code: string): Buffer {
  return codeDigest(recoveryKey, staffId, code.toLowerCase().replace(/[\s-]/g, ''))
}

function newCode(): string {
  const part = (): string => Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}
