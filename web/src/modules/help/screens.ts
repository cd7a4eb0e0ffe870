import { searchSchema, text } from '../../lib/address.ts'
import { screen } from '../../lib/screen.ts'
import { helpPaths } from './paths.ts'

const topicId = (given: string) => (/^[0-9]{4}$/.test(given) ? given : undefined)

export const helpScreens = [
  screen({
    path: helpPaths.topics,
    title: 'Help Topics',
    search: searchSchema({ q: text, topic: topicId }),
    page: () => import('./topics-page.tsx'),
  }),
] as const
