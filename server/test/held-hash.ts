import { verify } from '@node-rs/argon2'
import { vi } from 'vitest'
import { until } from './until.ts'

/** Passwords that wait to be judged; they are judged, as they were asked, once let go. */
export interface HeldHashes {
  /** Resolves when so many are being judged at once. */
  begun(howMany: number): Promise<void>
  letGo(): void
}

/**
 * Holds up the judging of the next passwords. The test file must say `vi.mock('@node-rs/argon2', { spy: true })`.
 */
export async function holdHashes(howMany: number): Promise<HeldHashes> {
  const { verify: judge } = await vi.importActual<{ verify: typeof verify }>('@node-rs/argon2')
  const gate = Promise.withResolvers<undefined>()
  let begun = 0
  for (let at = 0; at < howMany; at += 1)
    vi.mocked(verify).mockImplementationOnce(async (...asked) => {
      begun += 1
      await gate.promise
      return judge(...asked)
    })
  return {
    begun: (many) => until(`${many} passwords are being judged`, () => begun >= many),
    letGo: () => gate.resolve(undefined),
  }
}
