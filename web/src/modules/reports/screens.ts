import { screen } from '../../lib/screen.ts'
import { searchSchema } from '../../lib/address.ts'
import { reportPaths } from './paths.ts'

/** Parses the product number in an address. */
const productId = (text: string): string | undefined => (/^[1-9]\d{0,8}$/.test(text) ? text : undefined)
const search = searchSchema({ product: productId })

export const reportScreens = [
  screen({
    path: reportPaths.billing,
    title: 'Marketplace Product Billing Report',
    search,
    page: () => import('./billing-page.tsx'),
  }),
  screen({
    path: reportPaths.activation,
    title: 'Marketplace Product Activation Report',
    search,
    page: () => import('./activation-page.tsx'),
  }),
  screen({
    path: reportPaths.events,
    title: 'Subscription Event Reports',
    search,
    page: () => import('./events-page.tsx'),
  }),
] as const
