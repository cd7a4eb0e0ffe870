/** Keystrokes from before their field had focus. */
export interface EarlyKeys {
  text: string
  enter: boolean
}

const none: EarlyKeys = { text: '', enter: false }

/** The active buffer; when two wait for keys, only the later one gets them. */
let current: EarlyKeys = none

/**
 * Buffers what is typed or pasted, so that no key is lost or taken for a shortcut. The returned function ends the
 * buffering and returns the keys. `onStop` is called for Escape, and for a key in a dialog, which is let through.
 */
export function keepKeys(onStop: () => void): () => EarlyKeys {
  const kept = { ...none }
  current = kept
  const onKeyDown = (event: KeyboardEvent) => {
    if (current !== kept) return
    const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role$="dialog"]')
    if (isInDialog) return onStop()
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') onStop()
    else if (event.key === 'Enter') kept.enter = true
    else if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
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
