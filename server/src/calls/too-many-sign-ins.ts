import { HttpFailure } from './refusal.ts'

/** 503 for somebody whose password would have to wait too long to be hashed. */
export function tooManySignIns(cause?: unknown): HttpFailure {
  return new HttpFailure(503, 'Too many people are signing in. Please try again in a few seconds.', {
    headers: { 'retry-after': '2' },
    cause,
  })
}
