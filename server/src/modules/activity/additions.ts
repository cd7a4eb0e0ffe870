import type { activity } from '@agency-support/contract/modules/activity'
import type { Handler } from '../../calls/context.ts'
import { cacheBriefly } from '../../calls/cached-result.ts'
import { sinceCounting } from './since.ts'
import { type ActivityEventRow, listAdditions } from './store.ts'
import { additionView } from './view.ts'

const maxOfCategory = 100
const computed = cacheBriefly<ActivityEventRow[]>()

/** The latest additions of each category; the largest possible list is cached and then cut to `qty`. */
export const additions: Handler<typeof activity.additions> = async ({ qty }, { db, now, services }) => {
  const newest = await computed(services, now, () => listAdditions(db, sinceCounting, maxOfCategory))
  const taken = new Map<string, number>()
  return newest
    .filter(({ category }) => {
      const before = taken.get(category) ?? 0
      taken.set(category, before + 1)
      return before < qty
    })
    .map(additionView)
}
