import { Search } from 'lucide-react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { type EarlyKeys, keepKeys } from '../../components/keyboard/early-keys.ts'
import { notify } from '../../components/messages/notify.ts'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import { lazyAgencyTabs } from '../lazy-agency-tabs.ts'
import styles from './launcher.module.css'

const palette = lazyComponent(async () => {
  // The palette offers the tabs when opened on the agency screen.
  const [{ Palette }] = await Promise.all([import('./palette.tsx'), lazyAgencyTabs.fetch()])
  return Palette
})

/** Buffers keystrokes until the palette's field has focus. */
function useEarlyKeys(onEscape: () => void) {
  const end = useRef<(() => EarlyKeys) | null>(null)
  useEffect(() => () => void end.current?.(), [])
  return {
    begin() {
      end.current?.()
      end.current = keepKeys(onEscape)
    },
    /** Returns the buffered keystrokes and ends the buffering. */
    take(): EarlyKeys {
      const kept = end.current?.()
      end.current = null
      return kept ?? { text: '', enter: false, after: [] }
    },
  }
}

/** The button in the bar, and Ctrl-K. */
export function PaletteLauncher() {
  const [state, setState] = useState<'closed' | 'waiting' | 'opened'>('closed')
  const early = useEarlyKeys(close)
  function close() {
    early.take()
    setState('closed')
  }
  function fail() {
    close()
    notify.error('The search could not be loaded. Try again.')
  }
  useEffect(() => prefetchWhenIdle(palette.fetch), [])

  function open() {
    early.begin()
    setState((now) => (now === 'opened' ? now : 'waiting'))
    palette.fetchAfterPaint().then(
      // As a transition it leaves room for keys, which are kept meanwhile.
      () => startTransition(() => setState((now) => (now === 'waiting' ? 'opened' : now))),
      fail,
    )
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
      {state === 'opened' && <palette.Part takeEarly={early.take} onClose={close} />}
    </>
  )
}
