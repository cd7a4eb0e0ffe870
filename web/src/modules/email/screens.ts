import { permissionAliases } from '@agency-support/contract/permissions'
import { screen } from '../../lib/screen.ts'
import { emailPaths } from './paths.ts'

export const emailScreens = [
  screen({
    path: emailPaths.suppressions,
    title: 'Email Management',
    needs: permissionAliases.EmailManagement,
    page: () => import('./suppressions-page.tsx'),
  }),
] as const
