import { hashSync, verifySync } from '@node-rs/argon2'

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane; about 16 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Runs in the threads of argon2-pool.ts. */
export const hash = (password: string): string => hashSync(password, cost)

/** Runs in the threads of argon2-pool.ts. */
export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)
