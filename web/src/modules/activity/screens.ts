import { activityCategories, activitySpans } from '@agency-support/contract/modules/activity'
import { oneOf, searchSchema } from '../../lib/address.ts'
import { screen } from '../../lib/screen.ts'
import { activityPaths } from './paths.ts'

export const activityScreens = [
  screen({
    path: activityPaths.totals,
    title: 'Product Activity',
    search: searchSchema({ cat: oneOf(...activityCategories), since: oneOf(...activitySpans) }),
    page: () => import('./totals-page.tsx'),
  }),
  screen({
    path: activityPaths.signins,
    title: 'Total User signins within the last 3 hours',
    page: () => import('./signins-page.tsx'),
  }),
] as const
