import { P } from '@agency-support/contract/permissions'
import { agencySearch } from '../../agency/agency-address.ts'
import { loadAgency } from '../../agency/agency-id-param.ts'
import { screen } from '../../lib/screen.ts'
import { agencyPaths } from './paths.ts'

/** Exported separately: it shows parts of other modules, so the app decides when it is rendered. */
export const agencyScreen = screen({
  path: '/agency-detail/$id',
  title: 'Agency',
  search: agencySearch,
  load: loadAgency,
  page: () => import('./detail-page.tsx'),
})

export const agencyScreens = [
  screen({
    path: agencyPaths.list,
    title: 'Agencies',
    page: () => import('./list-page.tsx'),
  }),
  screen({
    path: agencyPaths.setup,
    title: 'New Agency Setup 5.x',
    needs: [P.CreateNewAgency],
    page: () => import('./setup-page.tsx'),
  }),
] as const
