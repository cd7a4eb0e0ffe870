import { searchSchema, text } from '../../lib/address.ts'
import { screen } from '../../lib/screen.ts'
import { textingPresencePaths } from './paths.ts'

const search = searchSchema({ agency: text })

export const textingPresenceScreens = [
  screen({
    path: textingPresencePaths.texting,
    title: 'Texting',
    search,
    page: () => import('./texting-page.tsx'),
  }),
  screen({
    path: textingPresencePaths.lookup,
    title: 'SignalR Lookup',
    search,
    page: () => import('./lookup-page.tsx'),
  }),
] as const
