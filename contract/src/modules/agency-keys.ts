import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { moduleCalls, read, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { AgencyId, noAgency } from '../ids.ts'
import { P } from '../permissions.ts'
import { command } from '../wire.ts'

/** Facts about the key of an agency's own software, without the key itself. */
export const AgencyKey = z.object({
  since: Instant.describe('When it was issued or rotated.'),
  lastUsedAt: Instant.nullable().describe('When it was last shown, to the minute; null: not yet.'),
  previousUntil: Instant.nullable().describe(
    'Until when the key before it is still taken; null when it is not.',
  ),
})
export type AgencyKey = z.infer<typeof AgencyKey>

const NewKey = z.object({
  key: z.string().describe('Whole, as the software shows it: `{agencyId}.{secret}`. Shown this once.'),
})

const issued = event('agencyKeys.issued', 'Key issued')
const rotated = event('agencyKeys.rotated', 'Key rotated')
const revoked = event('agencyKeys.revoked', 'Key revoked')

const noKey = [2, 'This agency has no key.'] as const
const input = z.object({ agencyId: AgencyId })

export const agencyKeys = moduleCalls('agencyKeys', {
  get: read({
    about:
      "Since when an agency's software has its key, and when it last showed it; an empty list without a key.",
    at: command('/api/request', 'GetAgencyKey'),
    access: 'staff',
    input,
    answer: many(AgencyKey),
  }),
  issue: write({
    about: "Give an agency's software its first key, or another after the last one was revoked.",
    at: command('/api/request', 'IssueAgencyKey'),
    access: 'staff',
    needs: [P.CreateNewAgency],
    recent: true,
    event: issued,
    input,
    answer: one(NewKey, { once: true }),
    refusals: { noAgency, exists: [409, 'This agency has a key already.'] },
  }),
  rotate: write({
    about: 'Give an agency’s software a new key; the one that it uses is taken for another 15 minutes.',
    at: command('/api/request', 'RotateAgencyKey'),
    access: 'staff',
    needs: [P.AgencyManagementAdmin],
    recent: true,
    event: rotated,
    input,
    answer: one(NewKey, { once: true }),
    refusals: { noKey },
  }),
  revoke: write({
    about: 'Take the key from an agency’s software, and the one before it; neither is taken from now on.',
    at: command('/api/request', 'RevokeAgencyKey'),
    access: 'staff',
    needs: [P.AgencyManagementAdmin],
    recent: true,
    event: revoked,
    input,
    answer: nothing(),
    refusals: { noKey },
  }),
})
