import { P } from '@agency-support/contract/permissions'
import { screen } from '../../lib/screen.ts'
import { journalPaths } from './paths.ts'

export const journalScreens = [
  screen({
    path: journalPaths.journal,
    title: 'Journal',
    needs: [P.AgencyManagementAdmin],
    page: () => import('./journal-page.tsx'),
  }),
] as const
