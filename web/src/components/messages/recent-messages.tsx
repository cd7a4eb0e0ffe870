import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Dialog } from '../dialogs/dialog.tsx'
import { LocalTime } from '../text/local-time.tsx'
import { notify } from './notify.ts'
import styles from './recent-messages.module.css'

/** ‹Recent messages›: past snackbar messages with time and screen. */
export function RecentMessages({ onClose }: { onClose: () => void }) {
  const messages = useStore(notify, notify.recent)
  return (
    <Dialog kind="light" size={600} title="Recent messages" onClose={onClose}>
      {messages.length === 0 ? (
        <p className={styles.none}>No messages yet in this session.</p>
      ) : (
        <ol className={styles.list}>
          {messages.map((message) => (
            <li key={message.id} className={styles.line} data-level={message.level}>
              {message.level === 'ok' ? (
                <CircleCheck aria-hidden="true" />
              ) : (
                <TriangleAlert aria-hidden="true" />
              )}
              <span className={styles.text}>
                <span className="sr-only">{message.level === 'ok' ? 'Done: ' : 'Error: '}</span>
                {message.text}
              </span>
              <span className={styles.where}>
                <LocalTime at={message.at.toISOString()} format="MM/DD/YYYY h:mm:ss a" /> · {message.screen}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
