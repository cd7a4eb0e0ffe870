import { CircleQuestionMark, MessageSquareText, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { RecentMessages } from '../kit/recent-messages.tsx'
import type { Profile } from '../lib/profile.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  providerName: string
  environment: string
  /** False marks a place without real agencies, so that nobody mistakes one for the other. */
  isRealEnvironment: boolean
  helpCentreUrl: string
  profile: Profile | null
  /** Left out where there is no drawer. */
  drawer?: { expanded: boolean; toggle: () => void }
}

/** The blue bar: menu button, title, environment, messages, help, the person's own menu. */
export function TopBar({
  providerName,
  environment,
  isRealEnvironment,
  helpCentreUrl,
  profile,
  drawer,
}: TopBarProps) {
  return (
    <header className={styles.bar} data-real={isRealEnvironment}>
      {drawer !== undefined && (
        <button
          type="button"
          className={styles.button}
          aria-label="Menu"
          aria-expanded={drawer.expanded}
          data-tip="Menu"
          onClick={drawer.toggle}
        >
          <MenuIcon aria-hidden="true" />
        </button>
      )}
      <p className={styles.title}>{`${providerName} Agency Support`.trim()}</p>
      <span className={styles.environment} data-real={isRealEnvironment}>
        <span className="sr-only">Environment: </span>
        {environment}
      </span>
      <span className={styles.space} />
      {profile !== null && (
        <>
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
      )}
    </header>
  )
}

/** The way to what the snackbar said, for whoever missed it. */
function Messages() {
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
      <RecentMessages opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
