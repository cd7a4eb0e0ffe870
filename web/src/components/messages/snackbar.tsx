import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { notify } from './notify.ts'
import styles from './snackbar.module.css'

function usePauseWhileHidden() {
  useEffect(() => {
    const look = () => (document.hidden ? notify.pause('hidden') : notify.resume('hidden'))
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Shows messages at the bottom centre, one at a time. Mounted once. */
export function Snackbar() {
  const message = useStore(notify, notify.current)
  const cameFrom = useRef<HTMLElement | null>(null)
  usePauseWhileHidden()

  function close() {
    notify.dismiss()
    cameFrom.current?.focus()
  }

  return (
    <div
      className={styles.place}
      // Silent itself; the attribute keeps a modal dialog from hiding it from screen readers.
      aria-live="off"
      data-print="hide"
      onPointerEnter={() => notify.pause('hover')}
      onPointerLeave={() => notify.resume('hover')}
      onFocus={(event) => {
        notify.pause('focus')
        const from = event.relatedTarget
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from
      }}
      onBlur={() => {
        notify.resume('focus')
        // Not when only the window loses the focus, which comes back to the button.
        if (document.hasFocus()) cameFrom.current = null
      }}
    >
      {message && (
        <div className={styles.bar} data-level={message.level}>
          {message.level === 'ok' ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          <p role={message.level === 'ok' ? 'status' : 'alert'} className={styles.text}>
            {message.text}
            {message.count > 1 && ` (${message.count})`}
          </p>
          <button type="button" className={styles.close} onClick={close}>
            <X aria-hidden="true" />
            Close
          </button>
        </div>
      )}
    </div>
  )
}
