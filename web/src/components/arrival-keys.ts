import { type EarlyKeys, keepKeys } from './early-keys.ts'
import { shortcuts, takesText } from './shortcuts.ts'

/** A place that has not come after this long is no longer waited for. */
const maxWaitMs = 5000

let end: (() => EarlyKeys) | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** A key has led to another place: what is typed until it is there waits for the field that takes the focus there. */
export function awaitArrival(): void {
  stop()
  end = keepKeys(stop)
  timer = setTimeout(arrived, maxWaitMs)
  window.addEventListener('pointerdown', stop, { capture: true, once: true })
}

function stop(): EarlyKeys | undefined {
  clearTimeout(timer)
  window.removeEventListener('pointerdown', stop, { capture: true })
  const kept = end?.()
  end = null
  return kept
}

/** The place is there and its field has the focus; without one, what was typed are shortcuts as ever. */
export function arrived(): void {
  const text = stop()?.text ?? ''
  if (text === '') return
  const { activeElement: field } = document
  if (field instanceof HTMLInputElement && takesText(field)) {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return
  }
  const plain = { ctrl: false, meta: false, alt: false, typing: false }
  for (const key of text)
    shortcuts.press({ ...plain, key, shift: key !== key.toLowerCase(), at: performance.now() })
}
