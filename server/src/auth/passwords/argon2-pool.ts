import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type * as thread from './argon2-thread.ts'

/** One core stays free for requests, and more than three people rarely sign in at the same moment. */
export const maxThreads = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Lower priority than the threads that answer requests: a hash takes as long as eighty reads of an agency. */
const niceIncrement = 5

type Task = Parameters<typeof thread.hash | typeof thread.verify>[0]
let pool: Piscina<Task, unknown> | undefined
/** Created by the first password: a server at rest needs no thread for them. */
const open = (): Piscina<Task, unknown> =>
  (pool ??= new Piscina({
    filename: new URL('./argon2-thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads,
    niceIncrement,
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
    recordTiming: false,
  }))

/** The argon2id hash of a password in PHC form. */
export const hash = async (password: string): Promise<string> =>
  String(await open().run(password, { name: 'hash' satisfies keyof typeof thread }))

/** True if the stored hash, in PHC form, was made from exactly this password. */
export const verify = async (stored: string, password: string): Promise<boolean> =>
  (await open().run({ stored, password }, { name: 'verify' satisfies keyof typeof thread })) === true
