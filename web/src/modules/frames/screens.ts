import { P } from '@agency-support/contract/permissions'
import { loadAgency } from '../../agency/agency-id-param.ts'
import { screen } from '../../lib/screen.ts'
import { framePaths } from './paths.ts'

export const frameScreens = [
  screen({
    path: '/agency-detail-6xWarn/$id',
    title: 'Agency on the newer version',
    load: loadAgency,
    page: () => import('./warning-page.tsx'),
  }),
  screen({
    path: '/agency-detail-6x/$id',
    title: 'Agency 6.x',
    page: () => import('./agency-page.tsx'),
  }),
  screen({
    path: framePaths.agencySetup,
    title: 'Agency Setup 6.x',
    page: () => import('./agency-setup-page.tsx'),
  }),
  screen({
    path: framePaths.marketplace,
    title: 'Marketplace 6.x',
    needs: [P.ApplicationManagement],
    page: () => import('./marketplace-page.tsx'),
  }),
  screen({
    path: framePaths.agencyCancellation,
    title: 'Agency Cancellation',
    page: () => import('./agency-cancellation-page.tsx'),
  }),
] as const
