import { z } from 'zod'

/** An instant on the wire: ISO 8601 in UTC with Z, milliseconds allowed (B-34). */
export const Instant = z.iso
  .datetime('Must be an instant such as 2026-11-21T08:15:00Z.')
  .describe('UTC instant, ISO 8601 with Z.')

/** Seconds since the epoch, as claims.exp carries them. */
export const EpochSeconds = z.int().describe('Seconds since 1970-01-01T00:00:00Z.')
