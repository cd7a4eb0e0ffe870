import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'

/** Too many passwords wait to be hashed; try again in a few seconds. */
export class TooManyHashes extends Error {
  override name = 'TooManyHashes'
}

/** argon2id by OWASP's first choice: 19 MiB, two passes, one lane; about 16 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is done in Node's pool of four threads, one of which is left to files and names of hosts. */
const maxThreads = 3
/** One core is left to everybody's requests. */
export const maxAtOnce = Math.max(1, Math.min(maxThreads, availableParallelism() - 1))
export const maxWaiting = 20

let running = 0
const waiting: (() => void)[] = []

/** The hash to store for a password, in PHC form; throws TooManyHashes. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** True when the stored hash is of this very password, compared exactly; throws TooManyHashes. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password))
}

/** How a password was judged; `refused` means that it was not looked at. */
export type Judged = 'right' | 'wrong' | 'refused'

/**
 * The same for a password that counts as an attempt: `mayBegin` is asked when the turn has come, so that whoever is
 * sent away has used none up.
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
