import { type EarlyKeys, keepKeys } from './early-keys.ts'
import { shortcuts, takesText } from './shortcuts.ts'

/** A place that has not come after this long is no longer waited for. */
const maxWaitMs = 10_000

let end: (() => EarlyKeys) | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Part of a screen that is on its way; null for a screen. */
let awaited: string | null = null

/**
 * A key has led to another screen, or to the named part of this one: what is typed until it is there waits for the
 * field that takes the focus there.
 */
export function awaitArrival(part: string | null = null): void {
  stop()
  awaited = part
  end = keepKeys(stop)
  timer = setTimeout(() => arrived(), maxWaitMs)
  window.addEventListener('pointerdown', stop, { capture: true, once: true })
}

function stop(): EarlyKeys | undefined {
  clearTimeout(timer)
  window.removeEventListener('pointerdown', stop, { capture: true })
  const kept = end?.()
  end = null
  return kept
}

/**
 * The screen, or this part of it, is there and its field has the focus; without one, what was typed are shortcuts as
 * ever. A part that comes late to a screen which is being left says nothing about the one that comes.
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
    // After the text is drawn, which the key is about.
    if (enter) queueMicrotask(() => pressEnter(field))
    return
  }
  const plain = { ctrl: false, meta: false, alt: false, typing: false }
  for (const key of text)
    shortcuts.press({ ...plain, key, shift: key !== key.toLowerCase(), at: performance.now() })
}

/** What Enter does in a field: what the field itself makes of it, else its form is sent. */
function pressEnter(field: HTMLInputElement): void {
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  if (!field.dispatchEvent(key)) return
  const button = field.form?.querySelector<HTMLElement>('[type="submit"]')
  if (button) button.click()
  else field.form?.requestSubmit()
}
