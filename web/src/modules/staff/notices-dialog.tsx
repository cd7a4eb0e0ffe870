import { type AccountNotice, staff } from '@agency-support/contract/modules/staff'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Problem } from '../../ui/problem.tsx'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import styles from './notices-dialog.module.css'
import { staffMessages } from './messages.ts'

export interface NoticesProps {
  notices: readonly AccountNotice[]
  /** Id of the newest one. */
  upTo: number
}

/** What others did to the person's account. */
export function Notices({ notices, upTo }: NoticesProps) {
  const { run, busy, failing, problem } = useSend(staff.dismissNotices, {
    unclear: staffMessages.failed,
    rereads: callKey(staff.ownNotices, {}),
  })
  const queries = useQueryClient()
  async function dismiss() {
    const { kind } = await run({ upTo })
    // The dialog does not wait for them to be read again, which may fail.
    if (kind === 'ok' || kind === 'none')
      queries.setQueryData<readonly AccountNotice[]>(callKey(staff.ownNotices, {}), (before) =>
        before?.filter(({ noticeId }) => noticeId > upTo),
      )
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
        {/* Code 2: already dismissed elsewhere. */}
        {failing?.kind !== 'none' && problem !== null && <Problem>{problem}</Problem>}
      </div>
    </Dialog>
  )
}
