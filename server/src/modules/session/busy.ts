import { HttpFailure } from '../../http/refusal.ts'
import { TooManyHashes } from '../../passwords/hash.ts'

/** Does work with passwords; when too many wait for theirs already, throws 503 with a sentence. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooManyHashes)) throw error
    throw new HttpFailure(503, 'Too many people are signing in. Please try again in a few seconds.', {
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
}
