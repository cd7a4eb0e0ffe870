import type { CloudData, marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { readWork, toView, type WorkRow } from '../../jobs/outside-work/store.ts'
import { countClientFiles } from '../agency-files/public.ts'
import { clearCloud, toLocations } from './clear-cloud.ts'

/** How much a reset would remove, and the progress of the current one. */
export const cloudData: Handler<typeof marketplace.cloudData> = async ({ agencyId }, ctx) => {
  const [all, own, work] = await Promise.all([
    countClientFiles(ctx.db, agencyId, toLocations({ allServices: true })),
    countClientFiles(ctx.db, agencyId, toLocations({ allServices: false })),
    readWork(ctx.db, agencyId, clearCloud.name),
  ])
  return { clientFiles: own, domainFiles: Math.max(0, all - own), reset: work && resetView(work) }
}

function resetView(row: WorkRow): CloudData['reset'] {
  const { allServices } = clearCloud.input.parse(row.input)
  const { total, removed } = clearCloud.progress.parse(row.progress)
  // Uploads that finished after the request are counted in addition.
  return { allServices, total: Math.max(total, removed), removed, state: toView(row) }
}
