import { screen } from '../../lib/screen.ts'
import { helpPaths } from './paths.ts'

export const helpScreens = [
  screen({ path: helpPaths.topics, title: 'Help Topics', page: () => import('./topics-page.tsx') }),
]
