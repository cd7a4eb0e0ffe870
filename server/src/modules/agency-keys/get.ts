import type { agencyKeys } from '@agency-support/contract/modules/agency-keys'
import type { Handler } from '../../calls/context.ts'
import { findKey } from './store.ts'

/** Facts about the key of an agency's software. */
export const get: Handler<typeof agencyKeys.get> = async ({ agencyId }, { db, now }) => {
  const row = await findKey(db, agencyId)
  if (row === undefined) return []
  const { rotated_at: since, last_used_at: used, previous_until: until } = row
  return [
    {
      since: since.toISOString(),
      lastUsedAt: used?.toISOString() ?? null,
      previousUntil: until !== null && until > now ? until.toISOString() : null,
    },
  ]
}
