import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import {
  eventFilters,
  eventShows,
  processedFilters,
  turnFilters,
  turnShows,
} from '@agency-support/contract/rules/reports'
import type { Table } from '../../components/data-table/column.ts'
import { esignatureTable, eventsTable } from './events-tables.tsx'

/** What the two views of subscription events do not share. */
export interface EventView {
  table: Table<SubscriptionEvent>
  /** The net change by day, or how much of all is processed. */
  chart: 'change' | 'processed'
  /** Name of the filter, in the address and on the wire. */
  filter: 'event' | 'sign'
  filterLabel: string
  choices: readonly { value: string; label: string }[]
  /** The value that lets everything through. */
  any: number
  shows: (filter: number, subscriptionStatus: number) => boolean
}

const toChoices = (filters: readonly { value: number; label: string }[]) =>
  filters.map(({ value, label }) => ({ value: String(value), label }))

/** What the filter of events that billing has dealt with offers. */
export const processedChoices = toChoices(processedFilters)

export const standardView: EventView = {
  table: eventsTable,
  chart: 'change',
  filter: 'event',
  filterLabel: 'Event',
  choices: toChoices(eventFilters),
  any: -1,
  shows: eventShows,
}

export const esignatureView: EventView = {
  table: esignatureTable,
  chart: 'processed',
  filter: 'sign',
  filterLabel: 'Status',
  choices: toChoices(turnFilters),
  any: 0,
  shows: turnShows,
}
