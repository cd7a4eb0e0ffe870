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

/** The differences between the two views of subscription events. */
export interface EventView {
  table: Table<SubscriptionEvent>
  /** The net change by day, or the processed share. */
  chart: 'change' | 'processed'
  /** Name of the filter, in the address and in the API. */
  filter: 'event' | 'sign'
  filterLabel: string
  choices: readonly { value: string; label: string }[]
  /** The value that matches everything. */
  any: number
  shows: (filter: number, subscriptionStatus: number) => boolean
}

const toChoices = (filters: readonly { value: number; label: string }[]) =>
  filters.map(({ value, label }) => ({ value: String(value), label }))

/** Choices of the filter by billing's progress. */
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
