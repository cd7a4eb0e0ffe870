import { padAgencyId } from '@agency-support/contract/ids'
import { alerts } from '@agency-support/contract/modules/alerts'
import { addAgencies } from '@agency-support/contract/rules/alerts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import styles from './alerts.module.css'
import { alertMessages } from './messages.ts'

/** Further chips are rendered only on request. */
const maxShown = 100

export interface AgenciesFieldProps {
  agencyIds: readonly number[]
  onChange: (agencyIds: readonly number[]) => void
}

/**
 * A list of agencies as chips, and the field that adds to it: Enter adds, and what is no id stays to be corrected;
 * Backspace in the empty field removes the last.
 */
export function AgenciesField({ agencyIds, onChange }: AgenciesFieldProps) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function add(pieces: string) {
    const added = addAgencies(agencyIds, pieces)
    if (added.agencyIds.length > agencyIds.length) {
      onChange(added.agencyIds)
      setText(added.dropped.join(' '))
    }
    setSaid(toNotice(added))
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const isPlain = !event.ctrlKey && !event.metaKey
    // Enter must not save the form, and no key may do so without the agency still in the field.
    if (event.key === 'Enter' && (isPlain || text.trim() !== '')) {
      event.preventDefault()
      event.stopPropagation()
      if (text.trim() !== '') add(text)
    }
    // A key that is held down to empty the field must not go on through the agencies.
    if (event.key === 'Backspace' && !event.repeat && text === '' && agencyIds.length > 0)
      onChange(agencyIds.slice(0, -1))
  }
  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    // A single-line field would drop the line breaks of a pasted list.
    if (!/\d\D+\d/.test(pasted.trim())) return
    event.preventDefault()
    add(pasted)
  }

  return (
    <div role="presentation" className={styles.which} onPaste={onPaste}>
      <Chips
        agencyIds={agencyIds}
        onRemove={(id) => onChange(agencyIds.filter((one) => one !== id))}
        onLaidOut={() => keepInView(field.current)}
      />
      <TextField
        ref={field}
        name="agency"
        label="Which Agencies?"
        hint={alertMessages.oneAtATime}
        inputMode="numeric"
        short
        value={text}
        onChange={(typed) => {
          setText(typed)
          setSaid(null)
        }}
        onKeyDown={onKeyDown}
        // Text typed but not added would be lost on saving.
        onBlur={() => text.trim() !== '' && add(text)}
        notice={<output>{said}</output>}
      />
    </div>
  )
}

function keepInView(field: HTMLInputElement | null): void {
  if (field === document.activeElement) field?.scrollIntoView({ block: 'nearest' })
}

function toNotice({ known, dropped }: ReturnType<typeof addAgencies>): string | null {
  const said = [
    ...(known.length === 0 ? [] : [`Already added: ${listFew(known.map(padAgencyId))}.`]),
    ...(dropped.length === 0 ? [] : [`Not an agency id: ${listFew(dropped)}.`]),
  ]
  return said.length === 0 ? null : said.join(' ')
}

function listFew(texts: readonly string[]): string {
  const few = texts.slice(0, 5).join(', ')
  return texts.length > 5 ? `${few} and ${formatNumber(texts.length - 5)} more` : few
}

/** Names of the agencies; those of the previous ones until it `isAnswered`. */
function useNames(agencyIds: readonly number[]) {
  const { data, isPlaceholderData } = useQuery({
    ...callQuery(alerts.agencyNames, { agencyIds: [...agencyIds] }),
    enabled: agencyIds.length > 0,
    placeholderData: keepPreviousData,
    select: (rows) => new Map(rows.map(({ agencyId, name }) => [agencyId, name])),
  })
  return { names: data, isAnswered: data !== undefined && !isPlaceholderData }
}

interface ChipsProps {
  agencyIds: readonly number[]
  onRemove: (agencyId: number) => void
  /** They may be higher: the field below them can then be under the dialog's buttons while somebody types into it. */
  onLaidOut: () => void
}

function Chips({ agencyIds, onRemove, onLaidOut }: ChipsProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? agencyIds : agencyIds.slice(0, maxShown)
  const { names, isAnswered } = useNames(shown)
  const laidOut = useEffectEvent(onLaidOut)
  useLayoutEffect(() => laidOut(), [agencyIds.length])
  const hidden = agencyIds.length - shown.length
  if (agencyIds.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Agencies it is sent to">
      {shown.map((agencyId) => (
        <Chip
          key={agencyId}
          agencyId={agencyId}
          name={names?.get(agencyId)}
          isKnown={isAnswered}
          onRemove={onRemove}
        />
      ))}
      {hidden > 0 && (
        <li>
          <Button variant="quiet" onClick={() => setWhole(true)}>
            Show {formatNumber(hidden)} more
          </Button>
        </li>
      )}
    </ul>
  )
}

interface ChipProps {
  agencyId: number
  name: string | undefined
  /** Names are loaded, so a missing one means an unknown agency. */
  isKnown: boolean
  onRemove: (agencyId: number) => void
}

function Chip({ agencyId, name, isKnown, onRemove }: ChipProps) {
  const shown = padAgencyId(agencyId)
  const isUnknown = isKnown && name === undefined
  return (
    <li className={styles.chip} data-unknown={isUnknown || undefined}>
      {isUnknown && <TriangleAlert aria-hidden="true" />}
      <span data-tip={name}>
        <span className={styles.id}>{shown}</span> {isUnknown ? 'Unknown agency' : name}
      </span>
      <IconButton
        label={`Remove ${shown}`}
        icon={<X aria-hidden="true" />}
        onClick={() => onRemove(agencyId)}
      />
    </li>
  )
}
