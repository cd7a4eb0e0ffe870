import { P } from '@agency-support/contract/permissions'
import { screen } from '../../lib/screen.ts'
import { operationsPaths } from './paths.ts'

export const operationsScreens = [
  screen({
    path: operationsPaths.status,
    title: 'Operations',
    needs: [P.AgencyManagementAdmin],
    page: () => import('./operations-page.tsx'),
  }),
] as const
