import { searchSchema, text } from '../../lib/address.ts'
import { screen } from '../../lib/screen.ts'
import { certificatePaths } from './paths.ts'

export const certificateScreens = [
  screen({
    path: certificatePaths.tool,
    title: 'Self Serve Certificates',
    // Initial values of the encoder.
    search: searchSchema({ agency: text, client: text }),
    page: () => import('./tool-page.tsx'),
  }),
] as const
