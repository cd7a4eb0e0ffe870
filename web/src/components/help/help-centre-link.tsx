import { NewTabLink } from '../new-tab-link.tsx'
import { useHelpCentre } from '../../lib/environment.ts'

/** A link to the help centre, if there is one. */
export function HelpCentreLink() {
  const address = useHelpCentre() ?? ''
  return address === '' ? null : <NewTabLink address={address}>More in the help centre</NewTabLink>
}
