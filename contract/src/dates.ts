import { z } from 'zod'

const instantSentence = 'Must be an instant such as 2026-11-21T08:15:00Z.'

/** An instant on the wire: ISO 8601 in UTC with Z, milliseconds allowed (B-34). */
export const Instant = z.iso.datetime(instantSentence).describe('UTC instant, ISO 8601 with Z.')

/** Whether a span does not end before it begins. Compared as dates: instants may differ in their number of digits. */
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to)
/** What is said of a span that does. */
export const notInOrder = { error: 'from must not be after to.', path: ['from'] }

const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

function agentInstant(firstInstant: number, rangeSentence: string) {
  const isInRange = (at: number): boolean => at >= firstInstant && at <= lastInstant
  return z.iso
    .datetime({ offset: true, error: instantSentence })
    .refine((text) => isInRange(Date.parse(text)), rangeSentence)
    .overwrite(toUtc)
    .describe('Instant, ISO 8601 with Z or an offset; kept to the millisecond.')
}

const isInUtc = /^[^.]*(\.\d{1,3})?Z$/

/** The same instant in UTC; other text is returned unchanged, to be refused later. */
function toUtc(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) || isInUtc.test(text) ? text : new Date(at).toISOString()
}

/**
 * An instant from agencies' software: ISO 8601 with Z or an offset, and any number of fractional digits. Converted to
 * UTC with milliseconds.
 */
export const AgentInstant = agentInstant(
  Date.parse('0001-01-01T00:00:00Z'),
  'Must be an instant of the years 1 to 9999.',
)

/** The same, but after 1970, for times read from a clock: a broken clock reports the year 0. */
export const RecordedInstant = agentInstant(1, 'Must be an instant after 1970.')

/** Seconds since the epoch, as in claims.exp. */
export const EpochSeconds = z.int().describe('Seconds since 1970-01-01T00:00:00Z.')
