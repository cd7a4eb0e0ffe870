import { agencyPaths } from '../agencies/paths.ts'
import { EmbeddedPage } from './embedded-page.tsx'

/** Agency Cancellation, a page of the management site. */
export function Page() {
  return <EmbeddedPage title="Agency Cancellation" site="agency-cutoff-report" backTo={agencyPaths.list} />
}
