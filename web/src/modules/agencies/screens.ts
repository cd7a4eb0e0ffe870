import { screen } from '../../lib/screen.ts'
import { agencyPaths } from './paths.ts'

export const agencyScreens = [
  screen({ path: agencyPaths.list, title: 'Agencies', page: () => import('./list-page.tsx') }),
  screen({ path: '/agency-detail/$id', title: 'Agency', page: () => import('./detail-page.tsx') }),
]
