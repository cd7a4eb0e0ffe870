import { CircleQuestionMark, MessageSquareText } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { notify } from '../components/messages/notify.ts'
import { toggleUtc } from '../components/text/local-time.tsx'
import { useHelpCentre } from '../lib/environment.ts'
import { useUtc } from '../lib/format/utc.ts'
import { lazyComponent } from '../lib/lazy.tsx'
import { prefetchWhenIdle } from '../lib/prefetch.ts'
import { mayUseConsole, type Profile } from '../lib/profile.ts'
import { PaletteLauncher } from './palette/palette-launcher.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** The mark of times in UTC, palette, messages, help and user menu. */
export function BarTools({ profile }: { profile: Profile }) {
  const helpCentre = useHelpCentre()
  // Until its address is known the link has none, and only keeps its place.
  return (
    <>
      <UtcMark />
      {mayUseConsole(profile) && <PaletteLauncher />}
      <Messages />
      {helpCentre !== '' && (
        <a
          className={styles.button}
          href={helpCentre ?? undefined}
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

const recent = lazyComponent(
  async () => (await import('../components/messages/recent-messages.tsx')).RecentMessages,
)

/** Opens the list of snackbar messages, for whoever missed one; fetched ahead, as it may be about an outage. */
const Messages = memo(function Messages() {
  const [opened, setOpened] = useState(false)
  useEffect(() => prefetchWhenIdle(recent.fetch), [])
  const close = () => setOpened(false)
  function fail() {
    close()
    notify.error('The messages could not be loaded. Try again.')
  }
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
      {opened && <recent.Part onClose={close} onFailed={fail} />}
    </>
  )
})
