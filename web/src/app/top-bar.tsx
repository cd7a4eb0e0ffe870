import { Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './top-bar.module.css'

interface TopBarProps {
  providerName: string
  environment: string
  /** False marks an environment without real agencies, so that nobody confuses the two. */
  isRealEnvironment: boolean
  /** Shown at its right end after sign-in. */
  tools: ReactNode
  /** Omitted where there is no drawer. */
  drawer?: { expanded: boolean; toggle: () => void }
}

/** The blue bar: menu button, title, environment, and the tools of a signed-in person. */
export function TopBar({ providerName, environment, isRealEnvironment, tools, drawer }: TopBarProps) {
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
      <p className={styles.title}>
        <span>{providerName} </span>Agency Support
      </p>
      <span className={styles.environment} data-real={isRealEnvironment}>
        <span className="sr-only">Environment: </span>
        {environment}
      </span>
      <span className={styles.space} />
      {tools}
    </header>
  )
}
