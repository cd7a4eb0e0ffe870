import { epochSeconds, jsonLists, utcText } from '../../db/json-rows.ts'
import type { ReadDb } from '../../db/open.ts'
import { query, type Statement, statement } from '../../db/query.ts'
import {
  type ActivatedValues,
  activatedSqls,
  type ActivationFilter,
  type BillingFilter,
  type EventFilter,
  billedSql,
  type BilledValues,
  chooseActivated,
  eventOrder,
  eventsOfPage,
  type EventValues,
  readPages,
  toActivatedValues,
  toBilledValues,
  toEventValues,
} from './report-store.ts'
import type { EventCode } from './store.ts'

/** What a page of a file contains besides its lists. */
interface PageOfAgencies {
  rows: number
  last: number
}

/** Rows of a file as one list per field. */
export type BilledLists = {
  agencyId: number[]
  name: string[]
  subscribed: boolean[]
  status: number[]
  /** In seconds since 1970. */
  subscriptionStarted: number[]
  subscriptionStopped: (number | null)[]
}

/** Rows of a file as one list per field. */
export type ActivatedLists = Pick<BilledLists, 'agencyId' | 'subscribed' | 'name'> & {
  visible: boolean[]
  enabled: boolean[]
  optedIn: boolean[]
  optInDate: (number | null)[]
  initials: string[]
}

/** SQL of fields that a file contains unchanged. */
const same = <Field extends string>(...fields: Field[]): Record<Field, string> =>
  Object.fromEntries(fields.map((field) => [field, `"${field}"`])) as Record<Field, string>

/** A statement that returns another statement's rows as lists. */
function filed<Values extends readonly unknown[], Lists>(
  { name, text }: Statement<Values, object>,
  fields: Record<keyof Lists & string, string>,
): Statement<Values, PageOfAgencies & Lists> {
  const lists = jsonLists(fields, '"agencyId"')
  return statement(
    name.replace('list_', 'file_'),
    `select count(*)::integer as rows, max("agencyId") as last, ${lists} from (${text}) listed`,
  )
}

const billedFileSql = filed<BilledValues, BilledLists>(billedSql, {
  ...same('agencyId', 'name', 'subscribed', 'status'),
  subscriptionStarted: epochSeconds('"subscriptionStarted"'),
  subscriptionStopped: epochSeconds('"subscriptionStopped"'),
})

const activatedFields = {
  ...same('agencyId', 'visible', 'subscribed', 'enabled', 'optedIn', 'name', 'initials'),
  optInDate: epochSeconds('"optInDate"'),
}
const activatedFileSqls = {
  some: filed<ActivatedValues, ActivatedLists>(activatedSqls.some, activatedFields),
  all: filed<ActivatedValues, ActivatedLists>(activatedSqls.all, activatedFields),
}

/** Runs a page's statement, which always returns exactly one row. */
async function readPage<Values extends readonly unknown[], Page>(
  db: ReadDb,
  sql: Statement<Values, Page>,
  values: Values,
): Promise<Page> {
  const [page] = await query(db, sql, values)
  if (page === undefined) throw new Error(`${sql.name} gave no page`)
  return page
}

const countRows = ({ rows }: { rows: number }): number => rows

/** Pages of a product's billing for its file. */
export function listBilledForFile(db: ReadDb, filter: BillingFilter): AsyncGenerator<BilledLists> {
  return readPages<PageOfAgencies & BilledLists>(
    (before, limit) => readPage(db, billedFileSql, toBilledValues(filter, before?.last ?? 0, limit)),
    countRows,
  )
}

/** Pages of a product's activation for its file. */
export function listActivatedForFile(db: ReadDb, filter: ActivationFilter): AsyncGenerator<ActivatedLists> {
  const sql = activatedFileSqls[chooseActivated(filter)]
  return readPages<PageOfAgencies & ActivatedLists>(
    (before, limit) => readPage(db, sql, toActivatedValues(filter, before?.last ?? 0, limit)),
    countRows,
  )
}

/** Rows of a file as one list per field. */
export type EventLists = {
  agencyId: number[]
  /** In seconds since 1970. */
  eventDate: number[]
  code: EventCode[]
}

/** The same with its last event, after which the next page begins. */
type PageOfEvents = EventLists & { rows: number; at: string; event_id: number }

// Without agency names and billing marks: a lookup per event would take longer than all the rest.
const eventsFileSql = statement<EventValues, PageOfEvents>(
  'file_subscription_events',
  `select count(*)::integer as rows, ${utcText('min(at)')} as at,
  (array_agg(event_id order by ${eventOrder}))[count(*)::integer] as event_id,
  ${jsonLists({ agencyId: 'agency_id', eventDate: epochSeconds('at'), code: 'event_code' }, eventOrder)}
from (
  ${eventsOfPage}
) e`,
)

/** Pages of a product's subscription events for their file, without the names of agencies. */
export function listEventsForFile(db: ReadDb, filter: EventFilter): AsyncGenerator<EventLists> {
  return readPages<PageOfEvents>(
    (before, limit) => readPage(db, eventsFileSql, toEventValues(filter, before, limit)),
    countRows,
  )
}
