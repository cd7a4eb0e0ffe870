import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './key-card.module.css'
import { keyMessages } from './messages.ts'

/** Shows a new key once; when this is closed nobody can see it again. */
export function NewKey({ agency, text, onClose }: { agency: string; text: string; onClose: () => void }) {
  return (
    <Dialog
      kind="persistent"
      title="New agency key"
      opened
      onClose={onClose}
      footer={
        <Button variant="primary" data-leave data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.new}>
        <p>
          The key of <strong>{agency}</strong>. {keyMessages.shownOnce}
        </p>
        <div className={styles.secret}>
          <code>{text}</code>
          <CopyButton text={text} what="the key" secret />
        </div>
      </div>
    </Dialog>
  )
}
