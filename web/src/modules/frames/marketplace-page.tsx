import { agencyPaths } from '../agencies/paths.ts'
import { EmbeddedPage } from './embedded-page.tsx'

/** Marketplace 6.x, a page of the management site. */
export function Page() {
  return <EmbeddedPage title="Marketplace 6.x" site="market-item-mgmt-6x" backTo={agencyPaths.list} />
}
