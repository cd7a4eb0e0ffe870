import { type ReportProduct, reports, type SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { tooManyRows } from '@agency-support/contract/rules/reports'
import { useMemo, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { sortRows } from '../../components/data-table/sort-rows.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { DayRangeFields } from './day-range.tsx'
import { type DayRange, isPartOf, liesWithin, readRange, toInstants } from './days.ts'
import { EventChart } from './event-chart.tsx'
import type { EventView } from './event-views.ts'
import { MarkActionsContext } from './events-tables.tsx'
import { ExportButton } from './export-button.tsx'
import { reportMessages } from './messages.ts'
import styles from './reports.module.css'
import { useMarks } from './use-marks.ts'
import { useReport } from './use-report.ts'

/** The days that are loaded: they widen with those that are wanted, and never narrow. */
function useLoadedDays(wanted: DayRange): DayRange {
  const [loaded, setLoaded] = useState(wanted)
  if (isPartOf(wanted, loaded)) return loaded
  setLoaded(wanted)
  return wanted
}

/** The events of a product that pass the filters, all of which stand in the address. */
function useEvents(product: ReportProduct, { filter, any, shows }: EventView, asked: Asked) {
  const { range, wanted } = asked
  const loaded = useLoadedDays(range)
  const isNarrow = wanted !== any || range.start !== loaded.start || range.end !== loaded.end
  const filters = { ...toInstants(range), ...(wanted === any ? {} : { [filter]: wanted }) }
  const report = useReport<SubscriptionEvent, typeof reports.subscriptionEvents>(reports.subscriptionEvents, {
    input: product.productId === 0 ? null : { productId: product.productId, ...toInstants(loaded) },
    filters: isNarrow ? filters : null,
  })
  const { start, end } = range
  const kept = useMemo(
    () =>
      report.rows?.filter(
        ({ eventDate, subscriptionStatus }) =>
          shows(wanted, subscriptionStatus) && liesWithin(eventDate, { start, end }),
      ),
    [report.rows, shows, wanted, start, end],
  )
  // Of all kinds: the filter of one would leave no change to see. Sums of the first 10,000 would be wrong.
  const isWhole = wanted === any ? !report.isCut : !report.isWholeCut
  const isCharted =
    isWhole && product.productId > 0 && report.query.error === null && report.rows?.length !== 0
  const charted = useMemo(
    () => (isCharted ? report.rows?.filter(({ eventDate }) => liesWithin(eventDate, { start, end })) : null),
    [report.rows, isCharted, start, end],
  )
  return { ...report, kept, charted, filters }
}

const toText = (filters: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))

interface Asked {
  range: DayRange
  /** Value of the view's own filter. */
  wanted: number
}

/** The table of events with its filters, in one of its two views. */
export function EventsReport({ product, view }: { product: ReportProduct; view: EventView }) {
  const binding = useAddressTable(view.table)
  const { state, onStateChange } = binding
  const given = { start: state.filters['from'] ?? '', end: state.filters['to'] ?? '' }
  const [now] = useState(() => new Date())
  const range = readRange(given, now)
  const chosen = state.filters[view.filter] ?? String(view.any)
  const asked = { range, wanted: Number(chosen) }
  const { query, rows, kept, charted, isCut, filters } = useEvents(product, view, asked)
  const { mark, busy } = useMarks()
  const change = (changed: Readonly<Record<string, string>>) =>
    onStateChange({ ...state, filters: { ...state.filters, ...changed }, page: 1 }, 'push')
  return (
    <>
      {isCut && <Banner kind="info">{tooManyRows}</Banner>}
      <EventChart view={view} events={charted} range={range} />
      <MarkActionsContext value={{ mark: (event, on) => void mark(event, on), busy }}>
        <div className={styles.report}>
          <DataTable
            {...binding}
            {...tableQuery(query, kept, reportMessages.wentWrong)}
            idle={<p>{reportMessages.choose}</p>}
            rowName={({ agencyId }) => String(agencyId)}
            filters={
              product.productId > 0 && (
                <>
                  <SelectField
                    name={view.filter}
                    label={view.filterLabel}
                    value={chosen}
                    choices={view.choices}
                    onChange={(value) => change({ [view.filter]: value })}
                  />
                  <DayRangeFields
                    range={range}
                    onRange={({ start, end }) => change({ from: start, to: end })}
                  />
                  <span className={styles.note}>{reportMessages.bothIncluded}</span>
                </>
              )
            }
            actions={
              rows !== undefined &&
              rows.length > 0 && (
                <ExportButton
                  report="subscription-events"
                  product={product}
                  getRows={() => sortRows(view.table.columns, kept ?? [], state.sort)}
                  asked={isCut ? toText(filters) : null}
                />
              )
            }
            empty={{ text: reportMessages.noResults }}
          />
        </div>
      </MarkActionsContext>
    </>
  )
}
