import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { Star } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../components/notify.ts'
import { agencyNoticeMs } from '../../lib/agency-tab.ts'
import { recents, useRecents } from '../../lib/recents.ts'
import { agencyMessages } from './messages.ts'

/** Keeps an agency in front of the recent ones, in this browser. */
export function PinButton({ agency }: { agency: AgencyConfig }) {
  const { agencyId, name, isOnline } = agency
  const pinned = useRecents().some((one) => one.agencyId === agencyId && one.pinned)
  function toggle() {
    if (pinned) return recents.unpin(agencyId)
    if (!recents.pin({ agencyId, name, isCloud: isOnline }))
      notify.error(agencyMessages.pinsFull, { ms: agencyNoticeMs })
  }
  return (
    <Button
      variant="quiet"
      aria-pressed={pinned}
      icon={<Star aria-hidden="true" fill={pinned ? 'currentColor' : 'none'} />}
      onClick={toggle}
    >
      Pin
    </Button>
  )
}
