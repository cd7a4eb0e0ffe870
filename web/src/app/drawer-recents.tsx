import { padAgencyId } from '@agency-support/contract/ids'
import { Pin } from 'lucide-react'
import { memo } from 'react'
import { Link } from '../components/link.tsx'
import { toAgencyName } from '../agency/agency-name.ts'
import { useRecents } from '../agency/recents.ts'
import { useAgencyTarget } from '../modules/agencies/agency-target.ts'
import styles from './drawer.module.css'

/** Half of them, which is what fits in the drawer; the palette shows all. */
const shown = 5

/** Recently opened agencies, pinned ones first, below the menu so that they never move its entries. */
export const DrawerRecents = memo(function DrawerRecents({ onGo }: { onGo: () => void }) {
  const list = useRecents().slice(0, shown)
  const target = useAgencyTarget()
  if (list.length === 0) return null
  return (
    <section className={styles.recents} aria-labelledby="recent-agencies">
      <h2 id="recent-agencies">Recent agencies</h2>
      <ul>
        {list.map((agency) => (
          <li key={agency.agencyId}>
            <Link className={styles.recent} href={target(agency)} onClick={onGo}>
              <span className={styles.recentId}>{padAgencyId(agency.agencyId)}</span>
              <Name name={toAgencyName(agency.name)} />
              {agency.pinned && <Pin role="img" aria-label="pinned" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
})

/** Kept on one line, so that no entry moves another, and cut off at its end; the title holds the full name. */
function Name({ name }: { name: string }) {
  return (
    <span className={styles.recentName} dir="auto" title={name}>
      {name}
    </span>
  )
}
