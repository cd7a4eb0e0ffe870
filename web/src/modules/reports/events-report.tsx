import { padAgencyId } from '@agency-support/contract/ids'
import { type ReportProduct, reports, type SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { flagShows, tooManyRows } from '@agency-support/contract/rules/reports'
import { useMemo, useState } from 'react'
import { SelectField } from '../../ui/fields.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { sortRows } from '../../components/data-table/sort-rows.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { setFilters } from '../../components/data-table/use-table-state.ts'
import { errorText, failureText } from '../../lib/requests/query.ts'
import { DayRangeFields } from './day-range.tsx'
import { type DayRange, isPartOf, liesWithin, readRange, toInstants } from './days.ts'
import { EventChart } from './event-chart.tsx'
import { whyNoChart } from './no-chart.tsx'
import { type EventView, processedChoices } from './event-views.ts'
import { MarkActionsContext } from './mark-actions.ts'
import { NextUnprocessed, useNextUnprocessed } from './next-unprocessed.tsx'
import { NotViewed } from './product-form.tsx'
import { ReportExport } from './report-export.tsx'
import { reportMessages } from './messages.ts'
import styles from './reports.module.css'
import { useMarks } from './use-marks.ts'
import { useReport } from './use-report.ts'

/** The loaded days: widened as needed, never narrowed. */
function useLoadedDays(wanted: DayRange): DayRange {
  const [loaded, setLoaded] = useState(wanted)
  if (isPartOf(wanted, loaded)) return loaded
  setLoaded(wanted)
  return wanted
}

/** The events of a product that match the filters, all of which are in the address. */
function useEvents(product: ReportProduct, { filter, any, shows }: EventView, selection: EventSelection) {
  const { range, wanted, processed, marked } = selection
  const loaded = useLoadedDays(range)
  const isEvery = wanted === any && processed === 0
  const isNarrow = !isEvery || range.start !== loaded.start || range.end !== loaded.end
  const filters = {
    ...toInstants(range),
    ...(wanted === any ? {} : { [filter]: wanted }),
    ...(processed === 0 ? {} : { processed }),
  }
  const report = useReport(reports.subscriptionEvents, {
    input:
      product.productId === 0
        ? null
        : { productId: product.productId, keyId: product.keyId, ...toInstants(loaded) },
    filters: isNarrow ? filters : null,
  })
  const { start, end } = range
  const kept = useMemo(
    () =>
      report.rows?.filter(
        ({ id, eventDate, subscriptionStatus, isProcessed }) =>
          shows(wanted, subscriptionStatus) &&
          (flagShows(processed, isProcessed) || marked.has(id)) &&
          liesWithin(eventDate, { start, end }),
      ),
    [report.rows, shows, wanted, processed, marked, start, end],
  )
  // Only unfiltered events can be charted, and sums of a list cut at 10,000 would be wrong.
  const isWhole = isEvery ? !report.isCut : !report.isWholeCut
  const whyNone = whyNoChart(report.rows, isWhole)
  const charted = useMemo(
    () =>
      whyNone === undefined
        ? report.rows?.filter(({ eventDate }) => liesWithin(eventDate, { start, end }))
        : undefined,
    [report.rows, whyNone, start, end],
  )
  return { ...report, kept, charted, whyNone, filters }
}

const toText = (filters: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))

interface EventSelection {
  range: DayRange
  /** Value of the view's own filter. */
  wanted: number
  /** Value of the filter by billing's progress; 0 if the view has none. */
  processed: number
  /** Events shown whatever that filter says. */
  marked: ReadonlySet<number>
}

/** The filters in the address, as labels and as input. */
function useEventSelection(view: EventView, filters: Readonly<Record<string, string>>) {
  const [now] = useState(() => new Date())
  const range = readRange({ start: filters['from'] ?? '', end: filters['to'] ?? '' }, now)
  const chosen = filters[view.filter] ?? String(view.any)
  const processed = filters['processed'] ?? '0'
  const marks = useMarks(processed)
  const { marked } = marks
  const selection: EventSelection = { range, wanted: Number(chosen), processed: Number(processed), marked }
  return { selection, chosen, processed, marks }
}

interface EventFiltersProps {
  view: EventView
  chosenFilters: ReturnType<typeof useEventSelection>
  onChange: (changed: Readonly<Record<string, string>>) => void
}

/** Filters by kind, billing's progress, and days. */
function EventFilters({
  view,
  chosenFilters: { selection, chosen, processed },
  onChange,
}: EventFiltersProps) {
  return (
    <>
      <SelectField
        name={view.filter}
        label={view.filterLabel}
        value={chosen}
        choices={view.choices}
        onChange={(value) => onChange({ [view.filter]: value })}
      />
      {view.chart === 'processed' && (
        <SelectField
          name="processed"
          label="Processed"
          value={processed}
          choices={processedChoices}
          onChange={(value) => onChange({ processed: value })}
        />
      )}
      <DayRangeFields
        range={selection.range}
        onRange={({ start, end }) => onChange({ from: start, to: end })}
      />
    </>
  )
}

interface EventsReportProps {
  product: ReportProduct
  view: EventView
  /** The product chosen in the form, viewed or not. */
  chosen: ReportProduct | undefined
}

/** The table of events with its filters, in one of its two views. */
export function EventsReport({ product, view, chosen }: EventsReportProps) {
  const binding = useAddressTable(view.table)
  const { state } = binding
  const chosenFilters = useEventSelection(view, state.filters)
  const { query, kept, isCut, hasRows, filters, ...chart } = useEvents(product, view, chosenFilters.selection)
  const { next, ...going } = useNextUnprocessed(binding, kept)
  const change = (changed: Readonly<Record<string, string>>) => setFilters(binding, changed)
  // A row that was just marked stays in the table, but not in the file: the server's leaves it out too.
  const passes = ({ isProcessed }: SubscriptionEvent) =>
    flagShows(chosenFilters.selection.processed, isProcessed)
  return (
    <>
      {product.productId > 0 && (
        <EventChart
          view={view}
          events={chart.charted}
          whyNone={chart.whyNone}
          range={chosenFilters.selection.range}
          processed={chosenFilters.processed}
          onProcessed={(value) => change({ processed: value })}
        />
      )}
      <MarkActionsContext value={{ ...chosenFilters.marks, ...next }}>
        <div className={styles.report}>
          <DataTable
            {...binding}
            {...tableQuery(query, kept, failureText(query.error, reportMessages.wentWrong))}
            error={errorText(query.error, reportMessages.wentWrong)}
            idle={<NotViewed chosen={chosen} />}
            rowCopy={({ agencyId }) => padAgencyId(agencyId)}
            filters={
              product.productId > 0 && (
                <EventFilters view={view} chosenFilters={chosenFilters} onChange={change} />
              )
            }
            actions={
              <>
                {view.chart === 'processed' && <NextUnprocessed {...going} />}
                <ReportExport
                  report="subscription-events"
                  product={product}
                  hasRows={hasRows}
                  passes={kept?.some(passes) ?? false}
                  getRows={() => sortRows(view.table.columns, (kept ?? []).filter(passes), state.sort)}
                  asked={isCut ? toText(filters) : null}
                />
              </>
            }
            cut={isCut ? tooManyRows : null}
            empty={{ text: reportMessages.noResults }}
          />
        </div>
      </MarkActionsContext>
    </>
  )
}
