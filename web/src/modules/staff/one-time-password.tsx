import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './account-card.module.css'

/** A password just made for somebody. */
export interface NewPassword {
  username: string
  password: string
}

/** Shows a new password once; when this is closed nobody can see it again. */
export function OneTimePassword({ made, onClose }: { made: NewPassword; onClose: () => void }) {
  return (
    <Dialog
      kind="persistent"
      title="New password"
      opened
      onClose={onClose}
      footer={
        <Button variant="primary" data-leave data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>
          The password of <strong>{made.username}</strong>. It is shown this once; give it to the person in a
          safe way. It must be changed at the first sign-in.
        </p>
        <div className={styles.secret}>
          <code>{made.password}</code>
          <CopyButton text={made.password} what="the password" secret />
        </div>
      </div>
    </Dialog>
  )
}
