import { Popover } from '@mantine/core'
import { ExternalLink, Info } from 'lucide-react'
import { createContext, use, useEffect, useId, useRef, useState } from 'react'
import styles from './help-tip.module.css'
import { type HelpTopicId, helpTopics } from './help-topics.ts'

const openMs = 200
const closeMs = 300

/** Address of the external help centre; empty: no link. Given by the app. */
export const HelpCentre = createContext('')

/** Opens after a short rest of the pointer; a click holds it open. */
function useHoverOpen() {
  const [state, setState] = useState<'closed' | 'hover' | 'held'>('closed')
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  function later(run: () => void, ms: number) {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(run, ms)
  }
  useEffect(() => () => void (timer.current !== null && clearTimeout(timer.current)), [])
  const opened = state !== 'closed'
  useEffect(() => {
    if (!opened) return
    // What opened under the pointer must close by key as well, wherever focus is (WCAG 1.4.13).
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setState('closed')
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [opened])
  return {
    opened,
    close: () => setState('closed'),
    press: () => setState(state === 'held' ? 'closed' : 'held'),
    pointer: {
      onPointerEnter: () => later(() => setState((now) => (now === 'closed' ? 'hover' : now)), openMs),
      onPointerLeave: () => later(() => setState((now) => (now === 'hover' ? 'closed' : now)), closeMs),
    },
  }
}

/** The (i) beside a heading: title and text of a topic. Opens on click, and on hover after 200 ms; Esc closes. */
export function HelpTip({ topic }: { topic: HelpTopicId }) {
  const { title, text } = helpTopics[topic]
  const centre = use(HelpCentre)
  const tip = useHoverOpen()
  const id = useId()
  return (
    <Popover
      opened={tip.opened}
      onDismiss={tip.close}
      position="bottom-start"
      width={340}
      shadow="none"
      withRoles={false}
      closeOnEscape={false}
      withinPortal={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.button}
          aria-label={`Help: ${title}`}
          aria-expanded={tip.opened}
          aria-controls={tip.opened ? id : undefined}
          onClick={tip.press}
          {...tip.pointer}
        >
          <Info aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        className={styles.text}
        role="note"
        aria-label={`Help: ${title}`}
        {...tip.pointer}
      >
        <strong>{title}</strong>
        <p>{text}</p>
        {centre !== '' && (
          <a href={centre} target="_blank" rel="noreferrer">
            More in the help centre
            <ExternalLink aria-hidden="true" />
            <span className="sr-only">, opens a new tab</span>
          </a>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
