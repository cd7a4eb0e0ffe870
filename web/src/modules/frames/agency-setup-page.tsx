import { agencyPaths } from '../agencies/paths.ts'
import { EmbeddedPage } from './embedded-page.tsx'

/** Agency Setup 6.x, a page of the management site. */
export function Page() {
  return <EmbeddedPage title="Agency Setup 6.x" site="agency-setup-6x" backTo={agencyPaths.list} />
}
