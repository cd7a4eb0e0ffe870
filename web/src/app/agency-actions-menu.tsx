import { Ellipsis } from 'lucide-react'
import { use } from 'react'
import { type AgencyTabProps, AgencyTabsContext } from '../agency/agency-tab.ts'
import { MenuButton } from '../components/menu-button.tsx'
import { isBackOffice } from '../lib/deep-link.ts'
import { usePermissions } from '../lib/profile.ts'
import buttonStyles from '../ui/button.module.css'
import { agencyEntries, offeredTabs } from './palette/offers.ts'
import { useOpen } from './palette/use-open.ts'

/**
 * The actions of an agency's tabs that this person may do, in the agency's header. As in the palette an entry opens
 * the tab and focuses the control; the person presses it.
 */
export function Part({ agency }: AgencyTabProps) {
  const tabs = use(AgencyTabsContext)
  const permissions = usePermissions()
  const { open } = useOpen()
  const sections = offeredTabs(tabs, { agency, permissions, backOffice: isBackOffice() })
    .map((tab) => ({
      title: tab.label,
      items: agencyEntries(agency.agencyId, [tab], permissions).flatMap(({ go, label, locked }) =>
        go.to === 'control' && locked === null ? [{ label, onPick: () => open(go) }] : [],
      ),
    }))
    .filter(({ items }) => items.length > 0)
  if (sections.length === 0) return null
  return (
    <MenuButton
      label="Actions of this agency"
      className={buttonStyles.button}
      trigger={
        <span className={buttonStyles.content}>
          <Ellipsis aria-hidden="true" />
          Actions
        </span>
      }
      sections={sections}
    />
  )
}
