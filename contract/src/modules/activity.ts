import { z } from 'zod'
import { many } from '../answer.ts'
import { moduleCalls, read } from '../call.ts'
import { wholeNumber } from '../fields.ts'
import { command } from '../wire.ts'

const count = (where: string) => z.int().describe(`Sign-ins ${where} in it; so far, in the last row.`)

/** Sign-ins of ten minutes by hosting environment (spec-002 §3). */
export const SigninPeriod = z.object({
  period: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]0$/)
    .describe('When it began, HH:mm in UTC.'),
  locals: count('at local installs'),
  kotter: count('at Kotter'),
  opusW: count('at Opus W'),
  opusE: count('at Opus E'),
  opusE2: count('at Opus E2'),
})
export type SigninPeriod = z.infer<typeof SigninPeriod>

export const activity = moduleCalls('activity', {
  signins: read({
    about:
      'Successful sign-ins of agencies’ users in the last hours, in spans of ten minutes, oldest first; the last one is running.',
    at: command('/api/user/request', 'GetHostingEnvSigninsLastNHours'),
    access: 'staff',
    input: z.object({ hours: wholeNumber('hours', 1, 24).describe('How far back, 1 to 24.') }),
    answer: many(SigninPeriod),
    refusals: { none: [2, 'No events found for the requested timeframe'] },
  }),
})
