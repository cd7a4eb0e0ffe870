import { CircleCheck, Copy } from 'lucide-react'
import { useRef } from 'react'
import { Fact } from '../../ui/fact.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton, copyText } from '../../components/text/copy-button.tsx'
import { useLeaveGuard } from '../../components/forms/leave-guard.ts'
import { LocalTime } from '../../components/text/local-time.tsx'
import { QueuedNote } from '../../components/agency-software/queued-note.tsx'
import { agencyUserMessages } from './messages.ts'
import type { MadeUser } from './use-create.ts'
import styles from './users.module.css'

const passingOn = { done: 'passed on to the agency', act: 'it', able: 'let temporary users in' } as const

/** A newly created temporary user; its password is shown only here. */
export function MadeUserNote({ agencyId, made }: { agencyId: number; made: MadeUser }) {
  const { username, password, expiresOn, commandId } = made
  const shown = useRef<HTMLDListElement>(null)
  useLeaveGuard(true, 'secret')
  return (
    <div className={styles.settings}>
      <p className={styles.verification} data-verified>
        <CircleCheck aria-hidden="true" />
        <span>{agencyUserMessages.created(username)}</span>
      </p>
      <QueuedNote agencyId={agencyId} command="superUsers" ordered={{ commandId, words: passingOn }} />
      <dl ref={shown} className={styles.secrets}>
        <Fact term="Initials">
          <code>{username}</code>
          <CopyButton text={username} what={`initials ${username}`} />
        </Fact>
        <Fact term="Password">
          <code>{password}</code>
          <CopyButton text={password} what="the password" secret />
        </Fact>
        <Fact term="Expires">
          <LocalTime at={expiresOn} format="MM/DD/YYYY HH:mm:ss" />
        </Fact>
      </dl>
      <p>Share it securely. Nobody can see the password again once this is closed.</p>
      <span>
        <Button
          // The form that had focus is gone, and pressing this button loses nothing.
          autoFocus
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copyText(`${username} ${password}`, shown.current, 'initials and password')}
        >
          Copy both
        </Button>
      </span>
    </div>
  )
}
