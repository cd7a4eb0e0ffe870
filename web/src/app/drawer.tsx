import { permissionMessages } from '@agency-support/contract/permissions'
import { ChevronDown, ExternalLink, KeyRound, Lock, LogOut } from 'lucide-react'
import { memo, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from '../components/link.tsx'
import { menuNotLoaded } from '../components/menu-button.tsx'
import { notify } from '../components/messages/notify.ts'
import { preferences, usePreferences } from '../components/preferences.ts'
import type { Profile } from '../lib/profile.ts'
import { lazyComponent } from '../lib/lazy.tsx'
import { prefetchWhenIdle } from '../lib/prefetch.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { DrawerRecents } from './drawer-recents.tsx'
import type { DrawerState } from './drawer-state.ts'
import styles from './drawer.module.css'
import { isLocked, type NavEntry, type NavGroup, type NavItem } from './nav.ts'
import { useIsOpening } from '../components/use-shown-path.ts'

// Only a narrow window has it.
const overlay = lazyComponent(async () => (await import('../ui/overlay-nav.tsx')).OverlayNav)

/** Prefetches it: a window may be made narrow, or zoomed, while the server cannot be reached. */
export const prefetchOverlay = (): void => prefetchWhenIdle(overlay.fetch)

interface DrawerProps {
  drawer: DrawerState
  entries: readonly NavEntry[]
  profile: Profile | null
  /** Address currently shown. */
  path: string
}

/** The navigation drawer: who is signed in, and the menu. One renderer for all layouts. */
export function Drawer({ drawer, entries, profile, path }: DrawerProps) {
  const { shape, close } = drawer
  const [wanted, setWanted] = useState(false)
  if (shape === 'overlay' && !wanted) setWanted(true)
  // Neither Back nor the end of the session leaves it open over another screen.
  useEffect(() => close, [path, close])
  function fail() {
    setWanted(false)
    close()
    notify.error(menuNotLoaded)
  }
  const inside = (
    <>
      <Who profile={profile} onGo={close} />
      <ul className={styles.list}>
        {entries.map((entry) =>
          'items' in entry ? (
            <Group key={entry.label} group={entry} profile={profile} path={path} onGo={close} />
          ) : (
            <Item
              key={entry.label}
              item={entry}
              profile={profile}
              isHere={entry.href === path}
              onGo={close}
            />
          ),
        )}
      </ul>
      {shape !== 'rail' && profile !== null && <DrawerRecents onGo={close} />}
    </>
  )
  if (shape === 'open' || shape === 'rail')
    return (
      <nav aria-label="Main" className={styles.drawer} data-shape={shape}>
        {inside}
      </nav>
    )
  if (!wanted) return null
  return (
    <overlay.Part
      onFailed={fail}
      label="Main"
      opened={shape === 'overlay'}
      onClose={close}
      className={`${styles.drawer} ${styles.over}`}
      veilClassName={styles.veil}
    >
      {inside}
    </overlay.Part>
  )
}

const Who = memo(function Who({ profile, onGo }: { profile: Profile | null; onGo: () => void }) {
  if (profile === null) return <p className={styles.who}>Not Logged In</p>
  return (
    <div className={styles.who}>
      <p className={styles.name} title={profile.hsUserName}>
        {profile.hsUserName}
      </p>
      <Link
        href={sessionPaths.updatePassword}
        className={styles.account}
        data-tip="Change Password"
        onClick={onGo}
      >
        <KeyRound aria-hidden="true" />
        <span className={styles.label}>Change Password</span>
      </Link>
      <Link href={sessionPaths.signIn} className={styles.account} data-tip="Logout" onClick={onGo}>
        <LogOut aria-hidden="true" />
        <span className={styles.label}>Logout</span>
      </Link>
    </div>
  )
})

interface EntryProps {
  profile: Profile | null
  onGo: () => void
}

function Group({ group, path, ...rest }: EntryProps & { group: NavGroup; path: string }) {
  const { groups } = usePreferences()
  const opened = groups[group.label] ?? group.items.some(({ href }) => href === path)
  const isOpening = useIsOpening(group.items.map(({ href }) => href))
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-expanded={opened}
        data-opening={(isOpening && !opened) || undefined}
        data-tip={group.label}
        onClick={() => preferences.set({ groups: { ...groups, [group.label]: !opened } })}
      >
        <group.icon aria-hidden="true" />
        <span className={styles.label}>{group.label}</span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </button>
      {opened && (
        <ul className={styles.sublist}>
          {group.items.map((item) => (
            <Item key={item.label} item={item} isHere={item.href === path} {...rest} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Drawn again only when it is another screen's turn: going from agency to agency changes no entry. */
const Item = memo(function Item({
  item,
  profile,
  isHere,
  onGo,
}: EntryProps & { item: NavItem; isHere: boolean }) {
  // Nobody who is signed out lacks a permission: the guard asks them to sign in.
  const locked = profile !== null && isLocked(item, profile.permissions)
  const isOpening = useIsOpening([item.href])
  const link = useRef<HTMLAnchorElement>(null)
  // In a low window the entry may lie below the edge, of a screen that was opened by key, address or reload.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  function onClick(event: MouseEvent) {
    if (!locked) return onGo()
    event.preventDefault()
    notify.error(permissionMessages.menu(item.label))
  }
  const inside = (
    <>
      <item.icon aria-hidden="true" />
      <span className={styles.label}>{item.label}</span>
      {locked && <Lock className={styles.mark} role="img" aria-label="no permission" />}
      {item.external === true && (
        <ExternalLink className={styles.mark} role="img" aria-label="opens a new tab" />
      )}
    </>
  )
  return (
    <li>
      {item.external === true ? (
        <a
          className={styles.item}
          href={item.href}
          target="_blank"
          rel="noopener noreferrer"
          data-tip={item.label}
        >
          {inside}
        </a>
      ) : (
        <Link
          ref={link}
          className={styles.item}
          href={item.href}
          aria-current={isHere ? 'page' : undefined}
          data-opening={isOpening || undefined}
          data-tip={item.label}
          onClick={onClick}
        >
          {inside}
        </Link>
      )}
    </li>
  )
})
