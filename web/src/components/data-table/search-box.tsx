import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import type { SearchProps } from './data-table-props.ts'
import styles from './toolbar.module.css'

export interface SearchBoxProps<Row> extends Omit<SearchProps<Row>, 'matches'> {
  text: string
  onChange: (text: string) => void
  /** Enter moves from the field to the rows if there is nothing to ask the server. */
  onLeave: () => void
  field: RefObject<HTMLInputElement | null>
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label="Clear search"
      data-tip="Clear search"
      onClick={onClear}
    >
      <X aria-hidden="true" />
    </button>
  )
}

/**
 * The search field of a table: filters while typing, Esc clears, Enter queries the server or else moves to the rows,
 * as the arrow key does.
 */
export function SearchBox<Row>({
  label,
  placeholder,
  submit,
  autoFocus = false,
  text,
  onChange,
  onLeave,
  field,
}: SearchBoxProps<Row>) {
  const id = useId()
  useEffect(() => {
    // Firefox would scroll up to the field where Back has restored the place.
    if (autoFocus) field.current?.focus({ preventScroll: true })
  }, [autoFocus, field])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (submit === undefined) onLeave()
    else if (!submit.busy && submit.onSubmit(text.trim())) onLeave()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      onLeave()
    }
    if (event.key !== 'Escape' || text === '') return
    event.preventDefault()
    onChange('')
  }

  return (
    <form className={styles.search} onSubmit={onSubmit}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.box}>
        <Search aria-hidden="true" />
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {text !== '' && <ClearButton onClear={() => onChange('')} />}
      </span>
      {submit && (
        <Button type="submit" variant="primary" busy={submit.busy}>
          {submit.label}
        </Button>
      )}
    </form>
  )
}
