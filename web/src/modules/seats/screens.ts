import { P } from '@agency-support/contract/permissions'
import { screen } from '../../lib/screen.ts'
import { seatPaths } from './paths.ts'

export const seatScreens = [
  screen({
    path: seatPaths.report,
    title: 'Seat Management Report',
    needs: [P.SeatManagement],
    page: () => import('./report-page.tsx'),
  }),
] as const
