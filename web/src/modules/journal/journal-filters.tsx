import { journal } from '@agency-support/contract/modules/journal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useUtc } from '../../lib/format/utc.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { digits } from '../../ui/masks.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { eventChoices } from './history-words.ts'
import styles from './journal-page.module.css'
import { fromAddress, toAddressInstant, toField } from './local-instant.ts'
import { journalMessages } from './messages.ts'

/** Conditions as text, empty for none; their times as in the address or as in the fields. */
export interface JournalConditions {
  actor: string
  /** Whose actions: people, software or all. */
  by: string
  agency: string
  event: string
  /** To the minute: in a field local, in the address an instant. */
  from: string
  to: string
  text: string
}

export const noConditions: JournalConditions = {
  actor: '',
  by: '',
  agency: '',
  event: '',
  from: '',
  to: '',
  text: '',
}

/** True if nothing can fit, because the time ends before it begins; judged by instants, which autumn shows twice. */
export function isBackwards({ from, to }: JournalConditions): boolean {
  const [begin, end] = [fromAddress(from, 'first'), fromAddress(to, 'last')]
  return begin !== undefined && end !== undefined && begin > end
}

const toFields = (asked: JournalConditions): JournalConditions => ({
  ...asked,
  from: toField(asked.from),
  to: toField(asked.to),
})

/** The fields as an address holds them; a time that nobody has changed in its field stays the instant that it was. */
function toAddress(typed: JournalConditions, asked: JournalConditions): JournalConditions {
  const fields = toFields(asked)
  return {
    ...typed,
    from: typed.from === fields.from ? asked.from : toAddressInstant(typed.from, 'first'),
    to: typed.to === fields.to ? asked.to : toAddressInstant(typed.to, 'last'),
  }
}

const everyEvent = eventChoices()

interface JournalFiltersProps {
  /** As in the address, which is what is applied too. */
  conditions: JournalConditions
  onApply: (conditions: JournalConditions) => void
}

/** All actors, as choices. */
function usePeople() {
  const { data } = useQuery(callQuery(journal.people, {}))
  return [{ value: '', label: 'Everybody' }, ...(data ?? []).map((name) => ({ value: name, label: name }))]
}

/** The field values: typed text is kept when another condition changes elsewhere. */
function useTyped(asked: JournalConditions) {
  const conditions = toFields(asked)
  const [seen, setSeen] = useState(conditions)
  const [typed, setTyped] = useState(conditions)
  const changed = Object.entries(conditions).filter(
    ([name, value]) => seen[name as keyof JournalConditions] !== value,
  )
  if (changed.length > 0) {
    setSeen(conditions)
    setTyped({ ...typed, ...Object.fromEntries(changed) })
  }
  return [typed, setTyped] as const
}

/** The filter of the journal; choices apply immediately, typed text on Enter or by the button. */
export function JournalFilters({ conditions, onApply }: JournalFiltersProps) {
  const people = usePeople()
  // The rows then show UTC, but these fields are always local.
  const zone = useUtc() ? ' (local time)' : ''
  const [typed, setTyped] = useTyped(conditions)
  function choose(change: Partial<JournalConditions>) {
    const next = { ...typed, ...change }
    setTyped(next)
    apply(next)
  }
  function apply(fields: JournalConditions) {
    const next = toAddress(fields, conditions)
    if (!isBackwards(next)) onApply(next)
  }
  const text = (name: keyof JournalConditions) => ({
    name,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const choice = (name: keyof JournalConditions) => ({
    name,
    value: typed[name],
    onChange: (value: string) => choose({ [name]: value }),
  })
  return (
    <form
      className={styles.filters}
      data-fields
      role="search"
      aria-label="Filter the journal"
      onSubmit={(event) => {
        event.preventDefault()
        apply(typed)
      }}
    >
      <SelectField {...choice('actor')} label="Who" choices={people} />
      <SelectField {...choice('event')} label="Event" choices={everyEvent} />
      <TextField {...text('agency')} label="Agency Id" mask={digits(8)} />
      <div className={styles.from} data-fields>
        <TextField
          {...text('from')}
          label={`From${zone}`}
          type="datetime-local"
          error={isBackwards(toAddress(typed, conditions)) ? journalMessages.notInOrder : null}
        />
      </div>
      <div className={styles.to}>
        <TextField {...text('to')} label={`To${zone}`} type="datetime-local" />
      </div>
      <TextField {...text('text')} label="Text" type="search" maxLength={200} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          Apply
        </Button>
        <Button onClick={() => choose(noConditions)}>Clear</Button>
      </div>
    </form>
  )
}
