import { Modal } from '@mantine/core'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
} from 'react'
import { announce } from './announce.tsx'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { shortcuts } from './shortcuts.ts'

/**
 * light: Esc and a click outside close it; focus starts on the heading.
 * confirm: Esc means no, a click outside does nothing; focus starts on what carries `data-autofocus`, the safe button.
 * persistent: only its own buttons close it; Esc moves focus to what carries `data-leave`.
 */
export type DialogKind = 'light' | 'confirm' | 'persistent'

export interface DialogProps {
  kind: DialogKind
  title: string
  opened: boolean
  onClose: () => void
  /** Width in px, as the documents give it. */
  size?: 500 | 600 | 800 | 820
  /** A call runs: nothing closes the dialog until it ends. */
  busy?: boolean
  children: ReactNode
  /** Buttons; they stay in sight while the body scrolls. */
  footer?: ReactNode
}

function useFocusBack(opened: boolean) {
  const before = useRef<Element | null>(null)
  // Runs ahead of autoFocus in the dialog's fields; an ordinary effect would find focus already inside.
  useInsertionEffect(() => {
    if (opened) before.current = document.activeElement
  }, [opened])
  useEffect(() => {
    if (!opened) return
    const opener = before.current
    const end = shortcuts.suspend()
    return () => {
      end()
      const heading = document.querySelector<HTMLElement>('h1')
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
      else heading?.focus()
    }
  }, [opened])
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

/** A dialog of one of the three classes; all of the console's dialogs are this one. */
export function Dialog({
  kind,
  title,
  opened,
  onClose,
  size = 500,
  busy = false,
  children,
  footer,
}: DialogProps) {
  useFocusBack(opened)
  const role = useRole(kind)
  const [nudges, setNudges] = useState(0)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const target = event.target
    const inner = target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]')
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || inner) return
    event.stopPropagation()
    if (busy) return
    if (kind !== 'persistent') return onClose()
    const leave = event.currentTarget.querySelector<HTMLElement>('[data-leave]')
    leave?.focus()
    announce(`Press ${leave?.textContent.trim() || 'Close'} to leave`)
  }

  function onOutside() {
    if (kind === 'light' && !busy) onClose()
    else setNudges((count) => count + 1)
  }

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      zIndex="var(--z-dialog)"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay
        className={styles.backdrop}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOutside}
      />
      <Modal.Content
        ref={role}
        className={styles.content}
        data-nudge={nudges === 0 ? undefined : nudges % 2}
        aria-busy={busy || undefined}
      >
        {/* Modal.Content drops onKeyDown; this box covers it whole and takes focus when its text is clicked. */}
        <div className={styles.inside} tabIndex={-1} onKeyDown={onKeyDown}>
          <div className={styles.head}>
            <Modal.Title component="h2" tabIndex={-1} data-autofocus={kind === 'light' || undefined}>
              {title}
            </Modal.Title>
            {kind === 'light' && (
              <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />
            )}
          </div>
          <Modal.Body className={styles.body}>{children}</Modal.Body>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
