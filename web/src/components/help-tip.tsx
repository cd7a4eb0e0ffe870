import { ExternalLink, Info } from 'lucide-react'
import { use, useEffect, useId, useRef, useState } from 'react'
import { HelpCentre } from './help-centre.ts'
import styles from './help-tip.module.css'
import { type HelpTopicId, helpTopics } from './help-topics.ts'
import popupStyles from '../ui/popup.module.css'
import { usePopup } from '../ui/use-popup.ts'

const openMs = 200
const closeMs = 200

/** Opens after a short rest of the pointer; a click holds it open. */
function useHoverOpen() {
  const [state, setState] = useState<'closed' | 'hover' | 'held'>('closed')
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  function later(run: () => void, ms: number) {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(run, ms)
  }
  useEffect(() => () => void (timer.current !== null && clearTimeout(timer.current)), [])
  return {
    opened: state !== 'closed',
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
  // Esc closes it wherever focus is, also when it opened under the pointer (WCAG 1.4.13).
  const { setAnchor, setBox } = usePopup(tip.opened, tip.close)
  const id = useId()
  return (
    <>
      <button
        ref={setAnchor}
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
      {tip.opened && (
        <div
          ref={setBox}
          id={id}
          role="note"
          aria-label={`Help: ${title}`}
          className={`${popupStyles.box} ${styles.text}`}
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
        </div>
      )}
    </>
  )
}
