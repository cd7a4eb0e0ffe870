import { CircleQuestionMark, MessageSquareText } from 'lucide-react'
import { memo, useState } from 'react'
import { RecentMessages } from '../components/messages/recent-messages.tsx'
import { toggleUtc, useUtc } from '../components/text/local-time.tsx'
import { useClientConfig } from '../lib/environment.ts'
import { mayUseConsole, type Profile } from '../lib/profile.ts'
import { PaletteLauncher } from './palette/palette-launcher.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** The mark of times in UTC, palette, messages, help and user menu. */
export function BarTools({ profile }: { profile: Profile }) {
  const helpCentreUrl = useClientConfig()?.helpCentreUrl
  // Until its address is known the link has none, and only keeps its place.
  return (
    <>
      <UtcMark />
      {mayUseConsole(profile) && <PaletteLauncher />}
      <Messages />
      {helpCentreUrl !== '' && (
        <a
          className={styles.button}
          href={helpCentreUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Help (opens a new tab)"
          data-tip="Help"
        >
          <CircleQuestionMark aria-hidden="true" />
        </a>
      )}
      <UserMenu profile={profile} />
    </>
  )
}

const utcTip = 'Times are in UTC. Show local time'

/** Says that times are in UTC, and switches back. */
function UtcMark() {
  return (
    useUtc() && (
      <button type="button" className={styles.utc} aria-label={utcTip} data-tip={utcTip} onClick={toggleUtc}>
        UTC
      </button>
    )
  )
}

/** Opens the list of snackbar messages, for whoever missed one. */
const Messages = memo(function Messages() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Recent messages"
        aria-haspopup="dialog"
        data-tip="Recent messages"
        onClick={() => setOpened(true)}
      >
        <MessageSquareText aria-hidden="true" />
      </button>
      {opened && <RecentMessages onClose={() => setOpened(false)} />}
    </>
  )
})
