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
  const { text, enter } = stop() ?? { text: '', enter: false }
  const { activeElement: field } = document
  if (field instanceof HTMLInputElement && takesText(field)) {
    if (text !== '') {
      field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // Enter refers to the text, so it must follow its rendering.
    if (enter) queueMicrotask(() => pressEnter(field))
    return
  }
  const plain = { ctrl: false, meta: false, alt: false, typing: false }
  for (const key of text)
    shortcuts.press({ ...plain, key, shift: key !== key.toLowerCase(), at: performance.now() })
}

/** Does what Enter does in a field: the field's own handler first, otherwise the form is submitted. */
function pressEnter(field: HTMLInputElement): void {
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  if (field.dispatchEvent(key) && field.form) submitForm(field.form)
}
