import { oneOf, searchSchema, text } from '../../lib/address.ts'
import { loadAgency } from '../../agency/agency-id-param.ts'
import { screen } from '../../lib/screen.ts'

export const agencyFileScreens = [
  screen({
    path: '/client-lookup-5x/$id',
    title: 'Client Lookup',
    search: searchSchema({ client: text, view: oneOf('6x') }),
    load: loadAgency,
    page: () => import('./lookup-page.tsx'),
  }),
] as const
