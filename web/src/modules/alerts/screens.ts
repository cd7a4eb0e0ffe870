import { P } from '@agency-support/contract/permissions'
import { screen } from '../../lib/screen.ts'
import { alertPaths } from './paths.ts'

export const alertScreens = [
  screen({
    path: alertPaths.administration,
    title: 'Alerts Administration',
    needs: [P.CanAccessSystemAlerts],
    page: () => import('./alerts-page.tsx'),
  }),
] as const
