import { CopyButton } from './copy-button.tsx'
import styles from './request-id.module.css'

/** The number by which whoever runs the server finds a failed request; nothing where the server did not answer. */
export function RequestId({ id }: { id: string | null }) {
  if (id === null) return null
  return (
    <span className={styles.request}>
      Request <code>{id}</code>
      <CopyButton text={id} what="request id" />
    </span>
  )
}
