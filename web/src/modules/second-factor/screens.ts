import { screen } from '../../lib/screen.ts'
import { secondFactorPaths } from './paths.ts'

export const secondFactorScreens = [
  screen({ path: secondFactorPaths.security, title: 'Security', page: () => import('./security-page.tsx') }),
] as const
