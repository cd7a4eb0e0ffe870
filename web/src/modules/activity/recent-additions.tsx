import { activity, type Addition } from '@agency-support/contract/modules/activity'
import { padAgencyId } from '@agency-support/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { withIds } from '../../components/data-table/row-ids.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { callQuery, errorText } from '../../lib/requests/query.ts'
import surface from '../../ui/surface.module.css'
import { agencyPaths } from '../agencies/paths.ts'
import { type Card, cards, toKey } from './figures.ts'
import { activityMessages } from './messages.ts'
import { RefreshBar } from '../../components/loading/refresh-bar.tsx'
import styles from './totals.module.css'
import { useRefresh } from '../../components/loading/use-refresh.ts'

const none: ReadonlySet<string> = new Set()

/** Additions that were not in the previously loaded list. */
function useFresh(additions: readonly Addition[] | undefined): ReadonlySet<string> {
  const [known, setKnown] = useState<{ additions: readonly Addition[] | undefined; fresh: typeof none }>({
    additions,
    fresh: none,
  })
  if (known.additions === additions) return known.fresh
  const before = new Set(known.additions?.map(toKey))
  const added = additions?.map(toKey).filter((key) => !before.has(key))
  const next = { additions, fresh: known.additions === undefined ? none : new Set(added) }
  setKnown(next)
  return next.fresh
}

/** Section 2: the last ten additions of each category, with its own refresh. */
export function RecentAdditions() {
  const refresh = useRefresh()
  const query = useQuery({ ...callQuery(activity.additions, { qty: 10 }), ...refresh.options })
  const { data } = query
  const fresh = useFresh(data)
  return (
    <section className={styles.section} aria-labelledby="last-additions">
      <div className={styles.head}>
        <h2 id="last-additions">{activityMessages.lastAdditions}</h2>
        <RefreshBar what="additions" query={query} refresh={refresh} />
      </div>
      <CardState what="additions" {...cardQuery(query, errorText(query.error, activityMessages.wentWrong))}>
        {data && (
          <div className={styles.cards}>
            {cards.map(({ cat }) => (
              <Column key={cat} cat={cat} fresh={fresh} additions={data.filter((one) => one.cat === cat)} />
            ))}
          </div>
        )}
      </CardState>
    </section>
  )
}

interface ColumnProps {
  cat: Card['cat']
  additions: readonly Addition[]
  fresh: ReadonlySet<string>
}

function Column({ cat, additions, fresh }: ColumnProps) {
  return (
    <section className={surface.card} aria-label={`Last additions, ${cat}`}>
      <h3 className={styles.title}>{cat}</h3>
      {additions.length === 0 ? (
        <p className={surface.note}>{activityMessages.noAdditions}</p>
      ) : (
        <ol className={styles.additions}>
          {/* An agency that opts in to two products at once makes two equal ones. */}
          {withIds(additions, toKey).map((one) => (
            <li key={one.id}>
              <Link className={styles.link} href={agencyPaths.detail(one.agencyId)}>
                {padAgencyId(one.agencyId)}
              </Link>{' '}
              <LocalTime at={one.dt} format="MM/DD/YYYY h:mm:ss a" />
              {fresh.has(toKey(one)) && <strong className={styles.fresh}>New</strong>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
