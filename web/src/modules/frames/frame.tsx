import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { noteInput } from '../../lib/idle.ts'
import { toReport } from './frame-plan.ts'
import styles from './frames.module.css'
import { frameMessages } from './messages.ts'

/** After this time the person is told that the page may never load. */
const maxWaitMs = 15_000
const afterFrame = 'after-frame'

interface FrameProps {
  address: string
  title: string
  /** Link offered if the page does not load. */
  outside: ReactNode
}

/** A page of another site in a sandboxed frame: it cannot navigate the console and can send only two messages. */
export function Frame({ address, title, outside }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'late' | 'shown'>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const onMessage = (message: MessageEvent<unknown>) => {
      const report = toReport(message, { address, window: frame.current?.contentWindow ?? null })
      if (report === 'ready') setState('shown')
      // Input in another site's page causes no event in this one.
      if (report === 'input') noteInput()
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [address])
  const [inside, setInside] = useState(false)
  useEffect(() => {
    // Focus inside another site's page matches no :focus of ours.
    const look = () => {
      const isInside = document.activeElement === frame.current
      // Going in is a click or a key; to be in it is none, because a computer can be left that way.
      if (isInside) noteInput()
      setInside(isInside)
    }
    window.addEventListener('blur', look)
    window.addEventListener('focus', look)
    return () => {
      window.removeEventListener('blur', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  useShortcuts([{ keys: 't', label: 'Into the page', group: 'Screen', run: () => frame.current?.focus() }])
  return (
    <>
      <SkipLink target={afterFrame} label="Skip the page in the frame" />
      {state === 'late' && (
        <Banner kind="warn" action={outside}>
          {frameMessages.stillLoading}
        </Banner>
      )}
      <div className={styles.box} aria-busy={state !== 'shown'} data-inside={inside || undefined}>
        {state !== 'shown' && <LoadingLine className={styles.bar} what={title} />}
        <iframe
          ref={frame}
          className={styles.frame}
          src={address}
          title={title}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
          referrerPolicy="no-referrer"
          onLoad={() => setState('shown')}
        />
      </div>
      <div id={afterFrame} tabIndex={-1} />
    </>
  )
}
