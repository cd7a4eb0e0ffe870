import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useShortcuts } from '../../kit/shortcuts.ts'
import type { NavEntry } from '../nav.ts'
import styles from './launcher.module.css'
import type { EarlyKeys, PaletteProps } from './palette.tsx'

// Not lazy(): what it shows first is held back for some 300 ms, and the next keys would go elsewhere.
let Palette: ComponentType<PaletteProps> | undefined
const loadPalette = async (): Promise<void> => {
  Palette = (await import('./palette.tsx')).Palette
}

const noKeys: EarlyKeys = { text: '', enter: false }

/** Fetches the palette's code once the page has nothing better to do. */
function usePrefetch(): void {
  useEffect(() => {
    const load = () => void loadPalette().catch(() => undefined)
    if ('requestIdleCallback' in window) window.requestIdleCallback(load)
    else setTimeout(load, 2000)
  }, [])
}

/** Hands on what is typed while the code is on its way, so that no key is lost or means a shortcut. */
function useEarlyKeys(waiting: boolean, onKey: (key: string) => void): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    if (!waiting) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) hear(event.key)
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [waiting])
}

/** The button in the bar, and Ctrl-K. */
export function PaletteLauncher({ entries, path }: { entries: readonly NavEntry[]; path: string }) {
  const [state, setState] = useState<'closed' | 'waiting' | 'opened'>('closed')
  const [early, setEarly] = useState(noKeys)
  const close = () => setState('closed')
  useEarlyKeys(state === 'waiting', (key) => {
    if (key === 'Escape') close()
    else if (key === 'Enter') setEarly((now) => ({ ...now, enter: true }))
    else if (key.length === 1) setEarly((now) => ({ ...now, text: now.text + key }))
  })
  usePrefetch()

  function open() {
    setEarly(noKeys)
    if (Palette !== undefined) return setState('opened')
    setState('waiting')
    loadPalette().then(() => setState((now) => (now === 'waiting' ? 'opened' : now)), close)
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
      {state === 'opened' && Palette !== undefined && (
        <Palette entries={entries} path={path} early={early} onClose={close} />
      )}
    </>
  )
}
