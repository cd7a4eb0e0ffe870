import { activity, type ActivitySpan, type ActivityTotals } from '@agency-support/contract/modules/activity'
import { useQuery } from '@tanstack/react-query'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { Link } from '../../components/link.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { callQuery, errorText, wasUnread } from '../../lib/requests/query.ts'
import surface from '../../ui/surface.module.css'
import { type Card, cards, getUsual } from './figures.ts'
import { activityMessages } from './messages.ts'
import { activityPaths } from './paths.ts'
import { RefreshBar } from '../../components/loading/refresh-bar.tsx'
import styles from './totals.module.css'
import { useRefresh } from '../../components/loading/use-refresh.ts'

/** Its numbers are in words beside it. */
const keepPlace = (): void => undefined

const { Part: DayChart } = lazyComponent(async () => (await import('./day-chart.tsx')).DayChart)

const place = <div className={styles.chart} />

/** The figure whose rows are shown. */
export interface Shown {
  cat: Card['cat']
  since: ActivitySpan
}

/** Section 1: a card per category. */
export function FigureCards({ shown }: { shown: Shown | null }) {
  const refresh = useRefresh()
  const query = useQuery({ ...callQuery(activity.totals, {}), ...refresh.options })
  const { data } = query
  return (
    <section className={styles.section} aria-label="Totals">
      <RefreshBar what="totals" query={query} refresh={refresh} />
      <CardState
        what="totals"
        {...cardQuery(query, errorText(query.error, activityMessages.wentWrong))}
        // The cards wait for their figures themselves.
        loading={wasUnread(query)}
      >
        <div className={styles.cards} aria-busy={!data || undefined}>
          {cards.map((card) => (
            <FigureCard key={card.cat} card={card} totals={data} shown={shown} />
          ))}
        </div>
      </CardState>
    </section>
  )
}

interface FigureCardProps {
  card: Card
  /** Undefined until loaded; the card has the same size then. */
  totals: ActivityTotals | null | undefined
  shown: Shown | null
}

function FigureCard({ card, totals, shown }: FigureCardProps) {
  const { cat, title, field } = card
  const isShown = (since: ActivitySpan) => shown?.cat === cat && shown.since === since
  const usual = totals ? getUsual(totals, card) : undefined
  return (
    <section className={surface.card} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.figures}>
        <div>
          <dt>Total</dt>
          <dd className={styles.total}>
            <FigureLink figure={totals?.total[field]} to={{ cat, since: 'all' }} current={isShown('all')} />
          </dd>
        </div>
        <div>
          <dt>Last 24 hours</dt>
          <dd>
            <FigureLink figure={totals?.days1[field]} to={{ cat, since: '24h' }} current={isShown('24h')} />
          </dd>
        </div>
      </dl>
      <div className={styles.usual}>
        {!totals || usual === undefined ? (
          place
        ) : (
          <DayChart today={totals.days1[field]} usual={usual} waiting={place} onFailed={keepPlace} />
        )}
        <p>
          Usually {usual === undefined ? '…' : formatNumber(usual)} a day, by the{' '}
          <Link
            className={styles.link}
            href={toAddress({ cat, since: '7d' })}
            aria-current={isShown('7d') ? 'true' : undefined}
          >
            last 7 days
          </Link>
        </p>
      </div>
    </section>
  )
}

const toAddress = ({ cat, since }: Shown): string => `${activityPaths.totals}?cat=${cat}&since=${since}`

/** A figure that links to the rows behind it. */
function FigureLink({ figure, to, current }: { figure: number | undefined; to: Shown; current: boolean }) {
  if (figure === undefined) return '…'
  return (
    <Link className={styles.link} href={toAddress(to)} aria-current={current ? 'true' : undefined}>
      {formatNumber(figure)}
    </Link>
  )
}
