import { activity, type ActivityRow } from '@agency-support/contract/modules/activity'
import { padAgencyId } from '@agency-support/contract/ids'
import { toInstant } from '@agency-support/contract/rules/instant-format'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { toMoreProps } from '../../components/data-table/more-props.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import { useNavigateTo } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { callKey, callQuery, errorText, failureText, load } from '../../lib/requests/query.ts'
import { IconButton } from '../../ui/button.tsx'
import type { Shown } from './figure-cards.tsx'
import { type Card, cards, spanNames } from './figures.ts'
import { activityMessages } from './messages.ts'
import { activityPaths } from './paths.ts'
import styles from './totals.module.css'

const pageSize = 100
const col = column<ActivityRow>()

const rowsTable = defineTable<ActivityRow>({
  id: 'activity-rows',
  caption: 'Events behind the figure',
  sizes: [pageSize],
  rowId: ({ id }) => String(id),
  columns: [
    agencyIdColumn({ width: 148, flex: true, sortable: false }),
    col('change', {
      header: 'Change',
      width: 140,
      sortable: false,
      cell: ({ change }) => (change === 1 ? 'Added' : 'Undone'),
    }),
    col('dt', {
      header: 'Date',
      width: 220,
      align: 'end',
      sortable: false,
      zone: <Zone />,
      cell: ({ dt }) => toInstant(dt) !== null && <LocalTime at={dt} format="MM/DD/YYYY h:mm:ss a" />,
    }),
  ],
})

/** The figures of a card, which loads them, as text that changes with any of them; undefined until then. */
function useFigures(card: Card | undefined): string | undefined {
  const { data } = useQuery({ ...callQuery(activity.totals, {}), enabled: false })
  if (!data || card === undefined) return undefined
  return [data.total, data.days1, data.days7].map((counts) => counts[card.field]).join(' ')
}

/** The rows behind a card's figure, newest first; read again when the figures change. */
export function FigureRows({ cat, since }: Shown) {
  const binding = useLocalTable(rowsTable)
  const navigate = useNavigateTo()
  const heading = useRef<HTMLHeadingElement>(null)
  // The person chose a figure, so the focus moves to its rows.
  useEffect(() => heading.current?.focus(), [cat, since])
  const input = { cat, since }
  const query = useInfiniteQuery({
    queryKey: callKey(activity.rows, input),
    queryFn: ({ pageParam, signal }) =>
      load(activity.rows, pageParam === 0 ? input : { ...input, before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })
  const rows = useMemo(() => query.data?.pages.flat(), [query.data])
  const card = cards.find((one) => one.cat === cat)
  const figures = useFigures(card)
  const { refetch } = query
  const read = useRef(figures)
  useEffect(() => {
    if (read.current !== undefined && read.current !== figures) void refetch()
    read.current = figures
  }, [figures, refetch])
  return (
    <section className={styles.section} aria-labelledby="figure-rows">
      <div className={styles.head}>
        <h2 ref={heading} id="figure-rows" tabIndex={-1}>
          {card?.title}, {spanNames[since]}
        </h2>
        <IconButton
          label="Close the rows"
          icon={<X aria-hidden="true" />}
          onClick={() => navigate(activityPaths.totals)}
        />
      </div>
      <DataTable
        {...binding}
        {...tableQuery(query, rows, failureText(query.error, activityMessages.wentWrong))}
        error={errorText(query.error, activityMessages.wentWrong)}
        rowName={({ agencyId }) => padAgencyId(agencyId)}
        rowCopy={({ agencyId }) => padAgencyId(agencyId)}
        empty={{ text: activityMessages.noResults }}
        more={toMoreProps(query)}
      />
    </section>
  )
}
