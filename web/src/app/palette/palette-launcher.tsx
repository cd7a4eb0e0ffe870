import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../components/shortcuts.ts'
import { lateComponent } from '../../lib/late.tsx'
import { loadWhenIdle } from '../../lib/when-idle.ts'
import type { NavEntry } from '../nav.ts'
import styles from './launcher.module.css'
import type { EarlyKeys } from './palette.tsx'

const palette = lateComponent(async () => (await import('./palette.tsx')).Palette)

const noKeys: EarlyKeys = { text: '', enter: false }

/** Fetches the palette's code once the page has nothing better to do. */
function usePrefetch(): void {
  useEffect(() => loadWhenIdle(palette.fetch), [])
}

/**
 * Keeps what is typed until the palette's field has the focus, so that no key is lost or means a shortcut. Told by
 * a ref, because between a state and its drawing there is room for a key.
 */
function useEarlyKeys(opening: boolean, onEscape: () => void) {
  const early = useRef(noKeys)
  const hearing = useRef(false)
  const escape = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (!opening) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!hearing.current) return
      event.preventDefault()
      event.stopPropagation()
      if (event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') escape()
      else if (event.key === 'Enter') early.current = { ...early.current, enter: true }
      else if (event.key.length === 1)
        early.current = { ...early.current, text: early.current.text + event.key }
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [opening])
  return {
    begin() {
      early.current = noKeys
      hearing.current = true
    },
    /** Everything up to now; from here on the field hears for itself. */
    take(): EarlyKeys {
      hearing.current = false
      return early.current
    },
  }
}

/** The button in the bar, and Ctrl-K. */
export function PaletteLauncher({ entries, path }: { entries: readonly NavEntry[]; path: string }) {
  const [state, setState] = useState<'closed' | 'waiting' | 'opened'>('closed')
  const close = () => setState('closed')
  const early = useEarlyKeys(state !== 'closed', close)
  usePrefetch()

  function open() {
    early.begin()
    setState((now) => (now === 'opened' ? now : 'waiting'))
    palette.fetch().then(() => setState((now) => (now === 'waiting' ? 'opened' : now)), close)
  }

  useShortcuts([{ keys: 'Mod+K', label: 'Search or jump', group: 'Screen', run: open }])
  return (
    <>
      <button
        type="button"
        className={styles.launcher}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Search aria-hidden="true" />
        <span className={styles.words}>Search or jump…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {state === 'opened' && (
        <palette.Part entries={entries} path={path} takeEarly={early.take} onClose={close} />
      )}
    </>
  )
}
