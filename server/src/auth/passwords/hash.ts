import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'

/** Too many passwords are waiting to be hashed; the caller may retry in a few seconds. */
export class TooManyHashes extends Error {
  override name = 'TooManyHashes'
}

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane; about 16 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing uses libuv's pool of four threads; one stays free for files and DNS. */
const maxThreads = 3
/** One core stays free for other requests. */
export const maxAtOnce = Math.max(1, Math.min(maxThreads, availableParallelism() - 1))
export const maxWaiting = 20

let running = 0
const waiting: (() => void)[] = []

/** The hash to store for a password, in PHC form. Throws TooManyHashes. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** True if the stored hash was made from exactly this password. Throws TooManyHashes. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password))
}

/** Result of checking a password; `refused` means that it was not checked. */
export type Judged = 'right' | 'wrong' | 'refused'

/**
 * Like `verifyPassword`, for a password that counts as an attempt: `mayBegin` is called only when the hashing slot is
 * free, so that a request refused with TooManyHashes uses up no attempt.
 */
export function judgePassword(
  stored: string,
  password: string,
  mayBegin: () => Promise<boolean>,
): Promise<Judged> {
  return inTurn(async () => {
    if (!(await mayBegin())) return 'refused'
    return (await verify(stored, password)) ? 'right' : 'wrong'
  })
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxAtOnce) running += 1
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new TooManyHashes('too many passwords wait to be hashed')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
