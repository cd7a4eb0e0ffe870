import { padAgencyId } from '@agency-support/contract/ids'
import { SwitchName } from '@agency-support/contract/modules/switches'
import { Pin } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { recents, useRecents } from '../../lib/recents.ts'
import { useSwitch } from '../../lib/switches.ts'
import { useValidRecents } from '../../lib/use-valid-recents.ts'
import { agencyTarget } from './agency-target.ts'
import { agencyMessages } from './messages.ts'
import styles from './recent-cards.module.css'

/** The agencies opened last in this browser, pinned ones first. */
export function RecentCards() {
  useValidRecents()
  const list = useRecents()
  const is6x = useSwitch(SwitchName.use6xNavigation, true)
  if (list.length === 0) return null
  return (
    <section className={styles.recents} aria-label="Agencies opened last">
      <div className={styles.head}>
        <h2>Agencies opened last</h2>
        <Button variant="quiet" onClick={() => recents.clear()}>
          Clear recents
        </Button>
      </div>
      <ul className={styles.cards}>
        {list.map((agency) => (
          <li key={agency.agencyId}>
            <Link className={styles.card} href={agencyTarget(agency, is6x)}>
              <span className={styles.id}>{padAgencyId(agency.agencyId)}</span>
              <span>{agency.name === '' ? agencyMessages.nameMissing : agency.name}</span>
              {agency.pinned && <Pin role="img" aria-label="pinned" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
