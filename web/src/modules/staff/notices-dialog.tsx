import { type AccountNotice, staff } from '@agency-support/contract/modules/staff'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Problem } from '../../ui/problem.tsx'
import { send, toSentence } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import styles from './notices-dialog.module.css'
import { staffMessages } from './messages.ts'

export interface NoticesProps {
  notices: readonly AccountNotice[]
  /** Id of the newest one. */
  upTo: number
}

/** What others did to the person's account. */
export function Notices({ notices, upTo }: NoticesProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function dismiss() {
    setBusy(true)
    setProblem(null)
    const outcome = await send(staff.dismissNotices, { upTo })
    // Code 2: already dismissed elsewhere.
    if (outcome.kind === 'ok' || outcome.kind === 'none')
      await queries.invalidateQueries({ queryKey: callKey(staff.ownNotices, {}) })
    else setProblem(toSentence(outcome, staffMessages.failed))
    setBusy(false)
  }

  return (
    <Dialog
      kind="persistent"
      title={staffMessages.noticesTitle}
      busy={busy}
      onClose={() => void dismiss()}
      footer={
        <Button variant="primary" data-leave busy={busy} onClick={() => void dismiss()}>
          Dismiss
        </Button>
      }
    >
      {/* Focus starts here and not on the button, so that typing cannot dismiss it unread. */}
      <div className={styles.notices} tabIndex={-1} data-autofocus>
        <ul>
          {notices.map((notice) => (
            <li key={notice.noticeId}>
              {staffMessages.notice[notice.kind]}{' '}
              {notice.doneBy === 'cli' ? (
                staffMessages.byCommandLine
              ) : (
                <>
                  by <strong>{notice.doneBy}</strong>
                </>
              )}{' '}
              on <LocalTime at={notice.at} format="MM/DD/YYYY HH:mm" />.
            </li>
          ))}
        </ul>
        <p>{staffMessages.noticesAdvice}</p>
        {problem !== null && <Problem>{problem}</Problem>}
      </div>
    </Dialog>
  )
}
