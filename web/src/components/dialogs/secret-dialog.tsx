import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../text/copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { useLeaveGuard } from '../forms/leave-guard.ts'
import styles from './secret-dialog.module.css'

export interface SecretDialogProps {
  title: string
  secret: string
  /** Names the secret on the copy button: ‘the password’. */
  what: string
  /** Whose it is and what to do with it. */
  children: ReactNode
  onClose: () => void
}

/**
 * Shows a newly created secret, which nobody can see again after closing. Focus starts on Copy, which loses nothing: a
 * second Enter after the one that made it must not close it unread.
 */
export function SecretDialog({ title, secret, what, children, onClose }: SecretDialogProps) {
  useLeaveGuard(true, 'secret')
  return (
    <Dialog
      kind="persistent"
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" data-leave onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.made}>
        <p>{children}</p>
        <div className={styles.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what={what} secret />
        </div>
      </div>
    </Dialog>
  )
}
