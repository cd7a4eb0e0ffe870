import type { marketplace } from '@agency-support/contract/modules/marketplace'
import { graceMinutes, toRegistrationStatus } from '@agency-support/contract/rules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { extendRegistration, lockRegistration } from './store.ts'
import { registrationView } from './view.ts'

/** Makes the code of an expired registration valid again for ten minutes. */
export const extend: Handler<typeof marketplace.extend> = async ({ agencyId, initials }, ctx) => {
  const { tx, now, session } = ctx
  const row = await lockRegistration(tx, agencyId, initials)
  if (row === undefined || row.removed_at !== null) throw ctx.refuse('none')
  const before = registrationView(row)
  const status = toRegistrationStatus(before, now.getTime())
  if (status === 'Registered') throw ctx.refuse('confirmed')
  if (status === 'Pending') throw ctx.refuse('notExpired')
  const until = plusSeconds(now, graceMinutes * 60)
  const by = session.username
  const after = registrationView(await extendRegistration(tx, { agencyId, initials, until, by, at: now }))
  await ctx.append({
    event: 'marketplace.registrationExtended',
    agencyId,
    subject: initials,
    before: { codeExpiration: before.codeExpiration },
    after: { codeExpiration: after.codeExpiration },
  })
  return after
}
