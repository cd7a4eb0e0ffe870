/** Keystrokes from before their field had focus. */
export interface EarlyKeys {
  text: string
  enter: boolean
  /** Keys after Enter, for what it goes to. */
  after: string[]
}

const none: EarlyKeys = { text: '', enter: false, after: [] }

/** A later key is not typed ahead: somebody presses again, because nothing has come. */
const aheadMs = 1_000

/**
 * Call at Enter. The returned function tells whether a key is typed ahead for what Enter goes to: rows, or the list of a
 * select there.
 */
export function afterEnter(): (event: KeyboardEvent) => boolean {
  let last = new Event('now').timeStamp
  return ({ key, timeStamp, repeat, shiftKey, ctrlKey, altKey, metaKey }) => {
    const isPlain = !repeat && !shiftKey && !ctrlKey && !altKey && !metaKey
    const isAhead = isPlain && timeStamp - last < aheadMs && /^(Enter|Arrow(Up|Down))$/.test(key)
    if (isAhead) last = timeStamp
    return isAhead
  }
}

/** The active buffer; when two wait for keys, only the later one gets them. */
let current: EarlyKeys = none

/**
 * Buffers what is typed or pasted, so that no key is lost or taken for a shortcut. The returned function ends the
 * buffering and returns the keys. `onStop` is called for Escape, and for a key in a dialog, which is let through.
 */
export function keepKeys(onStop: () => void): () => EarlyKeys {
  const kept: EarlyKeys = { ...none, after: [] }
  current = kept
  let isAhead = afterEnter()
  const onKeyDown = (event: KeyboardEvent) => {
    if (current !== kept) return
    const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role$="dialog"]')
    if (isInDialog) return onStop()
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') onStop()
    else if (kept.enter && isAhead(event)) kept.after.push(event.key)
    else if (event.key === 'Enter') {
      kept.enter = true
      isAhead = afterEnter()
    } else if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
    else if (event.key.length === 1) kept.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (current !== kept) return
    // A single-line field drops line breaks too.
    kept.text += event.clipboardData?.getData('text').replace(/[\r\n]+/g, '') ?? ''
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('paste', onPaste, true)
  return () => {
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('paste', onPaste, true)
    return current === kept ? kept : none
  }
}
