import { screen } from '../../lib/screen.ts'

export const agencyFileScreens = [
  screen({ path: '/client-lookup-5x/$id', title: 'Client Lookup', page: () => import('./lookup-page.tsx') }),
]
