import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './menu.module.css'
import { underAnchor, usePlace } from './popup.tsx'
import popupStyles from './popup.module.css'

export interface MenuItem {
  label: string
  onPick: () => void
  icon?: ReactNode
  /** A choice that is on or off; omitted for an action. */
  checked?: boolean
  danger?: boolean
}

export interface MenuSection {
  title?: string
  /** Exactly one of the choices is active. */
  radio?: boolean
  items: readonly MenuItem[]
}

export interface MenuProps {
  /** The button's name and tooltip. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  /** Class of the button. */
  className?: string | undefined
  sections: readonly MenuSection[]
}

function Item({ item, radio }: { item: MenuItem; radio: boolean }) {
  const inside = (
    <>
      <span className={styles.mark}>{item.checked ? <Check aria-hidden="true" /> : item.icon}</span>
      {item.label}
    </>
  )
  const look = { className: styles.item, 'data-danger': item.danger || undefined }
  if (item.checked === undefined)
    return (
      <Base.Item {...look} onClick={item.onPick}>
        {inside}
      </Base.Item>
    )
  if (radio)
    return (
      <Base.RadioItem {...look} value={item.label}>
        {inside}
      </Base.RadioItem>
    )
  return (
    <Base.CheckboxItem {...look} checked={item.checked} onCheckedChange={item.onPick}>
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
  if (!radio) return <Base.Group>{inside}</Base.Group>
  return (
    <Base.RadioGroup
      value={items.find(({ checked }) => checked)?.label}
      onValueChange={(label) => items.find((item) => item.label === label)?.onPick()}
    >
      {inside}
    </Base.RadioGroup>
  )
}

/** A button that opens a list of actions and choices. A choice keeps it open, an action closes it. */
export function Menu({ label, trigger, className, sections }: MenuProps) {
  const [opened, setOpened] = useState(false)
  const { spot, portal } = usePlace()
  return (
    <Base.Root modal={false} open={opened} onOpenChange={setOpened}>
      <Base.Trigger className={className} aria-label={label} data-tip={opened ? undefined : label}>
        {trigger}
      </Base.Trigger>
      {spot}
      <Base.Portal {...portal}>
        <Base.Positioner {...underAnchor}>
          <Base.Popup aria-label={label} className={`${popupStyles.box} ${styles.menu}`}>
            {sections.map((section, index) => (
              <Section key={section.title ?? index} {...section} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
