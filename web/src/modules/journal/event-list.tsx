import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { type ReactNode } from 'react'
import { column } from '../../components/data-table/column.ts'
import { LocalTime } from '../../components/text/local-time.tsx'
import { useUtc } from '../../lib/format/utc.ts'
import { Zone } from '../../components/text/zone.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryDetail } from './entry-detail.tsx'
import styles from './event-list.module.css'
import type { HistoryRow } from './history-rows.ts'
import { describeEntry } from './history-sentence.ts'

const col = column<HistoryRow>()
const format = 'MM/DD/YYYY HH:mm:ss'

/** Time and sentence: the columns of every list of events. */
export const whenColumn = col('at', {
  header: 'When',
  width: 176,
  sortable: false,
  rowHeader: true,
  zone: <Zone />,
  cell: ({ at }) => <LocalTime at={at} format={format} />,
})
export const whatColumn = col('text', {
  header: 'What happened',
  width: 400,
  flex: true,
  sortable: false,
  cell: (row) => <span className={styles.sentence}>{row.text}</span>,
})

/** Both in one cell, sentence first, for narrow screens; with the `agency` if any. */
export const whatAndWhenColumn = (agency: (row: HistoryRow) => ReactNode = () => null) =>
  col('text', {
    header: 'What happened',
    width: 200,
    flex: true,
    sortable: false,
    rowHeader: true,
    zone: <Zone />,
    cell: (row) => (
      <>
        {row.text}
        <small className={styles.when}>
          <LocalTime at={row.at} format={format} />
          {agency(row)}
        </small>
      </>
    ),
  })

/** The zone of instants in sentences: UTC while times are shown in it, otherwise the browser's. */
export const useSentenceZone = (): string | undefined => (useUtc() ? 'UTC' : undefined)

/** Names a row by what happened, who did it and when. */
export function useEventName(): (row: HistoryRow) => string {
  const zone = useSentenceZone()
  return ({ text, at }) => `${text}, ${formatInstant(at, format, zone)}`
}

/** Below this width a table of events has only one column of text. */
export const narrowEvents = '(width < 48em)'

/** Whose actions are shown; people's are the default. */
const byChoices = [
  { by: 'people', label: 'People' },
  { by: 'software', label: 'Software' },
  { by: 'all', label: 'All' },
] as const
export type By = (typeof byChoices)[number]['by']

/** Whose actions an address requests. */
export const readBy = (asked: string | undefined): By =>
  byChoices.find(({ by }) => by === asked)?.by ?? 'people'

/** Chooses between what people did and what software did. */
export function BySwitch({ by, onChoose }: { by: By; onChoose: (by: By) => void }) {
  return (
    <div className={styles.by} role="group" aria-label="By">
      {byChoices.map((choice) => (
        <button
          key={choice.by}
          type="button"
          className={styles.choice}
          aria-pressed={choice.by === by}
          onClick={() => onChoose(choice.by)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

/** Shows all events where those of people, or of software, are empty. */
export function ShowAll({ by, onChoose }: { by: By; onChoose: (by: By) => void }) {
  return by === 'all' ? null : <Button onClick={() => onChoose('all')}>Show all events</Button>
}

/** All entries of a row, with their changes. */
export function Entries({ entries }: { entries: readonly JournalEntry[] }) {
  const zone = useSentenceZone()
  const [only] = entries
  if (entries.length === 1 && only !== undefined) return <EntryDetail entry={only} />
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <LocalTime at={entry.at} format={format} /> <span>{describeEntry(entry, zone)}</span>
        </li>
      ))}
    </ul>
  )
}
