import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import styles from './menu.module.css'
import { underAnchor, usePlace } from './popup.tsx'
import popupStyles from './popup.module.css'

export interface MenuItem {
  label: string
  onPick: () => void
  /** A choice that is on or off; omitted for an action. */
  checked?: boolean
}

export interface MenuSection {
  title?: string
  /** Exactly one of the choices is active. */
  radio?: boolean
  items: readonly MenuItem[]
}

export interface MenuProps {
  /** Referenced by its button. */
  id: string
  /** Accessible name. */
  label: string
  button: RefObject<HTMLButtonElement | null>
  opened: boolean
  /** Focuses the first item on opening, as keyboard users expect. */
  byKeyboard: boolean
  onClose: () => void
  sections: readonly MenuSection[]
}

function Item({ item, radio }: { item: MenuItem; radio: boolean }) {
  const inside = (
    <>
      <span className={styles.mark}>{item.checked === true && <Check aria-hidden="true" />}</span>
      {item.label}
    </>
  )
  if (item.checked === undefined)
    return (
      <Base.Item className={styles.item} onClick={item.onPick}>
        {inside}
      </Base.Item>
    )
  if (radio)
    return (
      <Base.RadioItem className={styles.item} value={item.label}>
        {inside}
      </Base.RadioItem>
    )
  return (
    <Base.CheckboxItem className={styles.item} checked={item.checked} onCheckedChange={item.onPick}>
      {inside}
    </Base.CheckboxItem>
  )
}

function Section({ title, radio = false, items }: MenuSection) {
  const inside = (
    <>
      {title !== undefined && <Base.GroupLabel className={styles.title}>{title}</Base.GroupLabel>}
      {items.map((item) => (
        <Item key={item.label} item={item} radio={radio} />
      ))}
    </>
  )
  if (!radio) return <Base.Group className={styles.section}>{inside}</Base.Group>
  return (
    <Base.RadioGroup
      className={styles.section}
      value={items.find(({ checked }) => checked)?.label}
      onValueChange={(label) => items.find((item) => item.label === label)?.onPick()}
    >
      {inside}
    </Base.RadioGroup>
  )
}

/** A list of actions and choices below its button. A choice keeps it open, an action closes it. */
export function Menu({ id, label, button, opened, byKeyboard, onClose, sections }: MenuProps) {
  const { spot, portal } = usePlace()
  return (
    <Base.Root
      modal={false}
      open={opened}
      onOpenChange={(_, { event }) => {
        // The button's own press closes it.
        const to = event instanceof FocusEvent ? event.relatedTarget : event.target
        if (!(to instanceof Node && button.current?.contains(to))) onClose()
      }}
    >
      {spot}
      <Base.Portal {...portal}>
        <Base.Positioner {...underAnchor} anchor={button}>
          <Base.Popup
            id={id}
            aria-label={label}
            // The library's Tab would rest on its hidden guards.
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              button.current?.focus()
              onClose()
            }}
            finalFocus={(closedBy) => closedBy !== 'keyboard' || button.current}
            className={`${popupStyles.box} ${styles.menu}`}
          >
            {byKeyboard && <FirstFocus />}
            {sections.map((section, index) => (
              <Section key={section.title ?? index} {...section} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Focuses the first item of the menu when it opens, after the library has counted the items. */
function FirstFocus() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => place.current?.parentElement?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(), [])
  return <span ref={place} hidden />
}
