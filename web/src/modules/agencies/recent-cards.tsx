import { padAgencyId } from '@agency-support/contract/ids'
import { Pin } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../components/link.tsx'
import { toAgencyName } from '../../agency/agency-name.ts'
import { recents, useRecents } from '../../agency/recents.ts'
import { useValidRecents } from '../../agency/use-valid-recents.ts'
import { useAgencyTarget } from './agency-target.ts'
import styles from './recent-cards.module.css'

/** Recently opened agencies in this browser, pinned ones first. */
export function RecentCards() {
  useValidRecents()
  const list = useRecents()
  const target = useAgencyTarget()
  if (list.length === 0) return null
  return (
    <section className={styles.recents} aria-label="Recently opened">
      <div className={styles.head}>
        <h2>Recently opened</h2>
        <Button variant="quiet" onClick={() => recents.clear()}>
          Clear recents
        </Button>
      </div>
      <ul className={styles.cards}>
        {list.map((agency) => (
          <li key={agency.agencyId}>
            <Link className={styles.card} href={target(agency)}>
              <span className={styles.id}>{padAgencyId(agency.agencyId)}</span>
              <span>{toAgencyName(agency.name)}</span>
              {agency.pinned && <Pin role="img" aria-label="pinned" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
