import { openScreen, screen } from '../../lib/screen.ts'
import { sessionPaths } from './paths.ts'

export const sessionScreens = [
  openScreen({ path: sessionPaths.signIn, title: 'Sign in', page: () => import('./sign-in-page.tsx') }),
  openScreen({
    path: sessionPaths.unauthorized,
    title: 'Unauthorized',
    page: () => import('./unauthorized-page.tsx'),
  }),
  screen({
    path: sessionPaths.updatePassword,
    title: 'Update Password',
    page: () => import('./update-password-page.tsx'),
  }),
] as const
