import { P, permissionAliases } from '@agency-support/contract/permissions'
import { screen } from '../../lib/screen.ts'
import { staffPaths } from './paths.ts'

export const staffScreens = [
  screen({
    path: staffPaths.users,
    title: 'User Management',
    needs: permissionAliases.UserManagement,
    page: () => import('./users-page.tsx'),
  }),
  screen({
    path: staffPaths.accounts,
    title: 'Staff Accounts',
    needs: [P.CanListUsers],
    page: () => import('./accounts-page.tsx'),
  }),
] as const
