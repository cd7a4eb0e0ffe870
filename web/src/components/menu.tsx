import { late } from '../lib/late.tsx'
import type { MenuProps } from '../ui/menu.tsx'
import { useLatePopup } from './late-popup.ts'

const menu = late(async () => (await import('../ui/menu.tsx')).Menu)

/** A button that opens a list of actions and choices. A choice leaves it open, an action closes it. */
export function Menu({ label, trigger, className, sections }: Omit<MenuProps, 'start'>) {
  const { taken, hold } = useLatePopup(menu)
  if (taken !== undefined)
    return (
      <taken.code
        label={label}
        trigger={trigger}
        className={className}
        sections={sections}
        start={taken.start}
      />
    )
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      data-tip={label}
      {...hold}
    >
      {trigger}
    </button>
  )
}
