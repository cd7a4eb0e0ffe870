import { screen } from '../../lib/screen.ts'
import { textingPaths } from './paths.ts'

export const textingScreens = [
  screen({
    path: textingPaths.tcrReport,
    title: 'TCR Report',
    page: () => import('./tcr-report-page.tsx'),
  }),
  screen({
    path: textingPaths.tcrCleanup,
    title: 'TCR Cleanup',
    page: () => import('./orphans-page.tsx'),
  }),
] as const
