import { openScreen } from '../../lib/screen.ts'
import { sessionPaths } from './paths.ts'

export const sessionScreens = [
  openScreen({ path: sessionPaths.signIn, title: 'Sign in', page: () => import('./sign-in-page.tsx') }),
  openScreen({
    path: sessionPaths.unauthorized,
    title: 'Unauthorized',
    page: () => import('./unauthorized-page.tsx'),
  }),
]
