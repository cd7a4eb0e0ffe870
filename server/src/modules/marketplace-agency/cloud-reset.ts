import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { countClientFiles, hasTotals } from '../agency-files/public.ts'
import { clearCloud, toLocations } from './clear-cloud.ts'

/** Requests the removal of a test agency's client files; the work continues after the answer. */
export const cloudReset: Handler<typeof marketplace.cloudReset> = async ({ agencyId, allServices }, ctx) => {
  const { tx, now, session } = ctx
  const locations = toLocations({ allServices })
  const total = await countClientFiles(tx, agencyId, locations)
  const isAdded = await ctx.services.outsideWork.add(tx, clearCloud, {
    agencyId,
    input: { allServices, before: now.toISOString() },
    progress: { total, removed: 0 },
    by: session.username,
  })
  if (!isAdded) throw ctx.refuse('underWay')
  if (total === 0 && !(await hasTotals(tx, agencyId, locations))) throw ctx.refuse('nothingToReset')
  await ctx.append({ event: 'marketplace.cloudReset', agencyId, after: { allServices, files: total } })
  return null
}
