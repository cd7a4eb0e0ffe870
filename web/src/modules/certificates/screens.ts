import { searchSchema, text } from '../../lib/address.ts'
import { screen } from '../../lib/screen.ts'
import { certificatePaths } from './paths.ts'

export const certificateScreens = [
  screen({
    path: certificatePaths.tool,
    title: 'Self Serve Certificates',
    // What the encoder begins with.
    search: searchSchema({ agency: text, client: text }),
    page: () => import('./tool-page.tsx'),
  }),
] as const
