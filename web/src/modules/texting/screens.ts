import { screen } from '../../lib/screen.ts'
import { textingPaths } from './paths.ts'

export const textingScreens = [
  screen({
    path: textingPaths.tcrReport,
    title: 'TCR Report',
    page: () => import('./tcr-report-page.tsx'),
  }),
] as const
