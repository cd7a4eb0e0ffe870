import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './menu.module.css'
import { nextItem } from './menu-keys.ts'
import popupStyles from './popup.module.css'
import { usePopup } from './use-popup.ts'

export interface MenuItem {
  label: string
  onPick: () => void
  icon?: ReactNode
  /** A choice that is on or off; left out: an action. */
  checked?: boolean
  danger?: boolean
}

export interface MenuSection {
  title?: string
  /** One of the choices holds at a time. */
  radio?: boolean
  items: readonly MenuItem[]
}

export interface MenuProps {
  /** Name of the button, and its tooltip. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  /** Class of the button. */
  className?: string | undefined
  sections: readonly MenuSection[]
}

function itemsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

function Item({ item, radio, onPick }: { item: MenuItem; radio: boolean; onPick: () => void }) {
  const checkable = item.checked !== undefined
  return (
    <button
      type="button"
      role={checkable ? (radio ? 'menuitemradio' : 'menuitemcheckbox') : 'menuitem'}
      aria-checked={item.checked}
      tabIndex={-1}
      className={styles.item}
      data-danger={item.danger || undefined}
      onClick={onPick}
    >
      <span className={styles.mark}>{item.checked ? <Check aria-hidden="true" /> : item.icon}</span>
      {item.label}
    </button>
  )
}

interface ListProps extends Pick<MenuProps, 'label' | 'sections'> {
  setBox: (element: HTMLElement | null) => void
  onClose: () => void
  onPick: (item: MenuItem) => void
}

function List({ label, sections, setBox, onClose, onPick }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => itemsOf(list.current)[0]?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') return onClose()
    const items = itemsOf(list.current)
    const current = items.findIndex((item) => item === document.activeElement)
    const labels = items.map((item) => item.textContent)
    const next = nextItem(event.key, current, labels)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    items[next]?.focus()
  }

  return (
    <div ref={setBox} className={popupStyles.box}>
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={onKeyDown}
      >
        {sections.map((section, index) => (
          <div
            key={section.title ?? index}
            role="group"
            aria-labelledby={section.title === undefined ? undefined : `${id}-${index}`}
          >
            {section.title !== undefined && (
              <div id={`${id}-${index}`} role="presentation" className={styles.title}>
                {section.title}
              </div>
            )}
            {section.items.map((item) => (
              <Item key={item.label} item={item} radio={section.radio ?? false} onPick={() => onPick(item)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** A button that opens a list of actions and choices. A choice leaves it open, an action closes it. */
export function Menu({ label, trigger, className, sections }: MenuProps) {
  const [opened, setOpened] = useState(false)
  const { setAnchor, setBox } = usePopup(opened, () => setOpened(false))
  const button = useRef<HTMLButtonElement | null>(null)

  function pick(item: MenuItem) {
    if (item.checked === undefined) {
      setOpened(false)
      button.current?.focus()
    }
    item.onPick()
  }

  return (
    <>
      <button
        ref={(element) => {
          button.current = element
          setAnchor(element)
        }}
        type="button"
        className={className}
        aria-label={label}
        data-tip={opened ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || opened) return
          event.preventDefault()
          setOpened(true)
        }}
      >
        {trigger}
      </button>
      {opened && (
        <List
          label={label}
          sections={sections}
          setBox={setBox}
          onClose={() => setOpened(false)}
          onPick={pick}
        />
      )}
    </>
  )
}
