import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lazyComponent } from '../lib/lazy.tsx'
import { prefetch, prefetchWhenIdle } from '../lib/prefetch.ts'
import { notify } from './messages/notify.ts'
import type { MenuSection } from '../ui/menu.tsx'

const menu = lazyComponent(async () => (await import('../ui/menu.tsx')).Menu)
const fetchAhead = (): void => void prefetch(menu.fetch)

export const menuNotLoaded = 'The menu could not be loaded. Try again.'

export interface MenuButtonProps {
  /** The button's name and tooltip. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  /** Class of the button. */
  className?: string | undefined
  sections: readonly MenuSection[]
}

/**
 * A button that opens a menu whose code is loaded when idle, or when somebody goes to the button. The button itself is
 * never exchanged: pointer, focus and presses stay where they are. It says itself that it has a menu, because the
 * library's own trigger would bring the menu's code with it.
 */
export function MenuButton({ label, trigger, className, sections }: MenuButtonProps) {
  const [opened, setOpened] = useState<'pointer' | 'keyboard' | null>(null)
  const [wanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => prefetchWhenIdle(menu.fetch), [])
  function open(by: 'pointer' | 'keyboard'): void {
    setWanted(true)
    setOpened(by)
  }
  function fail(): void {
    setWanted(false)
    setOpened(null)
    notify.error(menuNotLoaded)
  }
  function openByArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open('keyboard')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened === null ? undefined : id}
        data-tip={opened === null ? label : undefined}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onKeyDown={openByArrow}
        // A press by keyboard has no count of clicks.
        onClick={({ detail }) =>
          opened === null ? open(detail === 0 ? 'keyboard' : 'pointer') : setOpened(null)
        }
      >
        {trigger}
      </button>
      {wanted && (
        <menu.Part
          id={id}
          label={label}
          button={button}
          opened={opened !== null}
          byKeyboard={opened === 'keyboard'}
          onClose={() => setOpened(null)}
          onFailed={fail}
          sections={sections}
        />
      )}
    </>
  )
}
