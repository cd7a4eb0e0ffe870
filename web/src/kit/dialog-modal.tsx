import { Modal } from '@mantine/core'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useRef,
  useState,
} from 'react'
import { announce } from './announce.tsx'
import { IconButton } from './button.tsx'
import type { DialogKind, DialogProps } from './dialog-props.ts'
import { MantineScope } from './mantine-scope.tsx'
import styles from './dialog.module.css'
import { shortcuts } from './shortcuts.ts'

function useFocusBack() {
  const before = useRef<Element | null>(null)
  // Runs ahead of autoFocus in the dialog's fields; an ordinary effect would find focus already inside.
  useInsertionEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(() => {
    const opener = before.current
    const end = shortcuts.suspend()
    return () => {
      end()
      const heading = document.querySelector<HTMLElement>('h1')
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
      else heading?.focus()
    }
  }, [])
}

function useRole(kind: DialogKind) {
  // Modal writes role="dialog" itself, so the role of a confirmation can only be put on the element.
  return useCallback(
    (content: HTMLDivElement | null) => {
      if (kind === 'confirm') content?.setAttribute('role', 'alertdialog')
    },
    [kind],
  )
}

/** A control that is disabled or gone lets go of the focus without a word; Esc and Tab go on from in here. */
function useStrayKeys(box: RefObject<HTMLElement | null>, onEscape: () => void) {
  const onKeyDown = useEffectEvent(({ key }: globalThis.KeyboardEvent) => {
    if (key !== 'Escape' && key !== 'Tab') return
    const uppermost = [...document.querySelectorAll(`.${styles.inside ?? ''}`)].at(-1)
    if (document.activeElement !== document.body || box.current !== uppermost) return
    box.current?.focus()
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface InsideProps extends Omit<DialogProps, 'opened' | 'size'> {
  busy: boolean
}

function Inside({ kind, title, busy, onClose, children, footer }: InsideProps) {
  const box = useRef<HTMLDivElement>(null)
  function leave() {
    if (busy) return
    if (kind !== 'persistent') return onClose()
    const way = box.current?.querySelector<HTMLElement>('[data-leave]')
    way?.focus()
    announce(`Press ${way?.textContent.trim() || 'Close'} to leave`)
  }
  useStrayKeys(box, leave)
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const target = event.target
    const inner = target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]')
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || inner) return
    event.stopPropagation()
    leave()
  }

  // Modal.Content drops onKeyDown; this box covers it whole and takes focus when its text is clicked.
  return (
    <div ref={box} role="presentation" className={styles.inside} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <Modal.Title component="h2" tabIndex={-1} data-autofocus={kind === 'light' || undefined}>
          {title}
        </Modal.Title>
        {kind === 'light' && <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />}
      </div>
      <Modal.Body className={styles.body}>{children}</Modal.Body>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </div>
  )
}

function Shown(props: DialogProps) {
  const { kind, onClose, size = 500, busy = false } = props
  useFocusBack()
  const role = useRole(kind)
  const [nudges, setNudges] = useState(0)

  function onOutside() {
    if (kind === 'light' && !busy) onClose()
    else setNudges((count) => count + 1)
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      centered
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      zIndex="var(--z-dialog)"
      transitionProps={{ duration: 0 }}
      // Not className: Modal.Content would put it on its full-screen wrapper as well.
      classNames={{ content: styles.content ?? '' }}
    >
      <Modal.Overlay
        className={styles.backdrop}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOutside}
      />
      <Modal.Content
        ref={role}
        data-nudge={nudges === 0 ? undefined : nudges % 2}
        aria-busy={busy || undefined}
      >
        <Inside {...props} busy={busy} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** What Dialog shows while it is open; loaded when first needed. */
export function DialogModal(props: DialogProps) {
  return (
    <MantineScope>
      <Shown {...props} />
    </MantineScope>
  )
}
