import { flushSync } from 'react-dom'
import { type EarlyKeys, keepKeys } from './early-keys.ts'
import { shortcuts, submitForm, takesText } from './shortcuts.ts'

/** Timeout for a screen or part that does not appear. */
const maxWaitMs = 10_000

let end: (() => EarlyKeys) | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** The part of the screen being waited for; null when it is a whole screen. */
let awaited: string | null = null

/**
 * Call when a key opens another screen, or the named part of this one: keystrokes are buffered for the field that
 * gets focus there.
 */
export function awaitArrival(part: string | null = null): void {
  stop()
  awaited = part
  end = keepKeys(stop)
  timer = setTimeout(() => arrived(), maxWaitMs)
  window.addEventListener('pointerdown', stop, { capture: true, once: true })
}

/** Whether an address is one of the screen at `shown`, where no other screen arrives. */
export const isOfScreen = (href: string, shown: string): boolean =>
  new URL(href, window.location.href).pathname === shown

/** The same when an address is opened on the screen at `shown`, unless it is an address of that screen. */
export function awaitScreen(href: string, shown: string): void {
  if (!isOfScreen(href, shown)) awaitArrival()
}

function stop(): EarlyKeys | undefined {
  clearTimeout(timer)
  window.removeEventListener('pointerdown', stop, { capture: true })
  const kept = end?.()
  end = null
  return kept
}

/**
 * Call when the screen or this part is shown and its field has focus; without a focused field the buffered keys act
 * as shortcuts. A late part of the screen being left is ignored.
 */
export function arrived(part: string | null = null): void {
  if (part !== null && part !== awaited) return
  const { text, enter, after } = stop() ?? { text: '', enter: false, after: [] }
  const { activeElement: field } = document
  if (field instanceof HTMLInputElement && takesText(field)) {
    if (text !== '') {
      field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // Enter refers to the text, so it must follow its rendering.
    if (enter) queueMicrotask(() => ['Enter', ...after].forEach(pressKey))
    return
  }
  const plain = { ctrl: false, meta: false, alt: false, typing: false }
  for (const key of text)
    shortcuts.press({ ...plain, key, shift: key !== key.toLowerCase(), at: performance.now() })
}

/** Does what a key does where the focus is: the handlers of the page first, otherwise what a browser does by Enter. */
export function pressKey(key: string): void {
  const at = document.activeElement
  if (!(at instanceof HTMLElement)) return
  // What it brings about must be there for the key after it.
  flushSync(() => {
    if (!at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))) return
    if (key !== 'Enter') return
    if (at instanceof HTMLInputElement && at.form) submitForm(at.form)
    else if (at.matches('a[href], button, summary')) at.click()
  })
}
