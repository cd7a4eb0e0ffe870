/** What was pressed before the field that it is meant for had the focus. */
export interface EarlyKeys {
  text: string
  enter: boolean
}

const none: EarlyKeys = { text: '', enter: false }

/** What is kept now; of two that wait for keys only the later one gets them. */
let current: EarlyKeys = none

/**
 * Keeps what is typed or pasted from now on, so that no key is lost or means a shortcut. The answer gives what was kept and ends
 * the keeping; `onStop` hears of Escape, and of a key in a dialog, which is let through.
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
    else if (event.key.length === 1) kept.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (current !== kept) return
    // A field of one line leaves the ends of lines out too.
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
