import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../components/text/copy-button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useLeaveGuard } from '../../components/forms/leave-guard.ts'
import { saveFile } from '../../lib/files/save-file.ts'
import { securityMessages } from './messages.ts'
import styles from './security.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Recovery codes, shown only once: to copy, download or write down. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  const text = codes.join('\n')
  useLeaveGuard(true, 'secret')
  function download() {
    const file = new Blob([`Agency Support: ${securityMessages.codes}\n\n${text}\n`], { type: 'text/plain' })
    saveFile(file, 'agency-support-recovery-codes.txt')
  }
  return (
    <Dialog
      kind="persistent"
      title={securityMessages.codes}
      onClose={onKept}
      footer={
        <div className={styles.answers}>
          <Button onClick={() => void copyText(text, list.current, 'the recovery codes')}>Copy</Button>
          <Button onClick={download}>Download</Button>
          <Button variant="primary" data-leave onClick={onKept}>
            I have saved them
          </Button>
        </div>
      }
    >
      <p>{securityMessages.keepCodes}</p>
      <ul ref={list} className={styles.codes} aria-label={securityMessages.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
