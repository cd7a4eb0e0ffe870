import { screen } from '../../lib/screen.ts'
import { activityPaths } from './paths.ts'

export const activityScreens = [
  screen({
    path: activityPaths.signins,
    title: 'Total User signins within the last 3 hours',
    page: () => import('./signins-page.tsx'),
  }),
] as const
