import { NewTabLink } from '../new-tab-link.tsx'
import { useClientConfig } from '../../lib/environment.ts'

/** A link to the help centre, if there is one. */
export function HelpCentreLink() {
  const address = useClientConfig()?.helpCentreUrl ?? ''
  return address === '' ? null : <NewTabLink address={address}>More in the help centre</NewTabLink>
}
