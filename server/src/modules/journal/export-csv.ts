import { allEvents } from '@agency-support/contract'
import { padAgencyId } from '@agency-support/contract/ids'
import type { journal, JournalEntry } from '@agency-support/contract/modules/journal'
import { byteOrderMark, csvLine } from '@agency-support/contract/rules/csv'
import type { ReadDb } from '../../db/open.ts'
import { paced } from '../../calls/answer.ts'
import { attachment } from '../../http/attachment.ts'
import type { Handler } from '../../calls/context.ts'
import { journalFilter } from './filter.ts'
import { type JournalFilter, scan } from './search-store.ts'
import { entryColumns } from './view.ts'

const header = [
  'Id',
  'At (UTC)',
  'Kind',
  'Who',
  'What',
  'Event',
  'Agency',
  'Subject',
  'Before',
  'After',
  'Reason',
]
const rowsAtOnce = 2_000
/** Rows formatted per turn of the event loop. */
const linesAtOnce = 250

/** The filtered journal as CSV, read as fast as the browser takes it. */
export const exportCsv: Handler<typeof journal.exportCsv> = async ({ events, ...asked }, ctx) => {
  const names = toNames(events)
  const filter = journalFilter(asked, names, ctx.session.permissions)
  const conditions = names === undefined ? asked : { ...asked, events }
  await ctx.append({ event: 'journal.exported', after: toConditions(conditions) })
  const stamp = ctx.now.toISOString().replace(/\D/g, '').slice(0, 14)
  const headers = { 'content-disposition': attachment(`journal_${stamp}.csv`) }
  return { stream: paced(lines(ctx.db, filter)), headers }
}

/** The names in a list; undefined without any, because an empty field of a form is no condition. */
function toNames(list = ''): string[] | undefined {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length === 0 ? undefined : names
}

/** The filter as recorded in the export's own journal row. */
function toConditions(
  asked: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}

async function* lines(db: ReadDb, filter: JournalFilter | undefined): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(header)}`
  let before: number | undefined
  while (filter !== undefined) {
    const { items, next } = await scan(db, filter, { before, limit: rowsAtOnce }, entryColumns)
    const entries = JSON.parse(`[${items ?? ''}]`) as JournalEntry[]
    for (let at = 0; at < entries.length; at += linesAtOnce)
      yield entries
        .slice(at, at + linesAtOnce)
        .map(toLine)
        .join('')
    if (next === null) return
    before = next
  }
}

function toLine(entry: JournalEntry): string {
  return csvLine([
    entry.id,
    entry.at,
    entry.actorKind,
    entry.actor,
    allEvents.get(entry.event)?.label ?? entry.event,
    entry.event,
    entry.agencyId === null ? '' : padAgencyId(entry.agencyId),
    entry.subject ?? '',
    entry.before === null ? '' : JSON.stringify(entry.before),
    entry.after === null ? '' : JSON.stringify(entry.after),
    entry.reason ?? '',
  ])
}
