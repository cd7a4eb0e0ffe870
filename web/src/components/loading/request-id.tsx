import { CopyButton } from '../text/copy-button.tsx'
import styles from './request-id.module.css'

/** The id by which operators find a failed request in the log; nothing if the server did not answer. */
export function RequestId({ id }: { id: string | null }) {
  if (id === null) return null
  return (
    <span className={styles.request}>
      Request <code>{id}</code>
      <CopyButton text={id} what="request id" />
    </span>
  )
}
