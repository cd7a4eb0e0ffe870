import { P } from '@agency-support/contract/permissions'
import { oneOf, searchSchema } from '../../lib/address.ts'
import { screen } from '../../lib/screen.ts'
import { productPaths } from './paths.ts'

export const productScreens = [
  screen({
    path: productPaths.list,
    title: 'Products',
    needs: [P.ApplicationManagement],
    page: () => import('./products-page.tsx'),
  }),
  screen({
    path: productPaths.product,
    title: 'Product',
    needs: [P.ApplicationManagement],
    search: searchSchema({ part: oneOf('availability', 'settings', 'data', 'logo') }),
    page: () => import('./editor-page.tsx'),
  }),
  screen({
    path: productPaths.created,
    title: 'Product created',
    page: () => import('./created-page.tsx'),
  }),
  screen({ path: productPaths.vendors, title: 'Vendors', page: () => import('./vendors-page.tsx') }),
] as const
