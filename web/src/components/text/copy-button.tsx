import { Check, Copy } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { notify } from '../messages/notify.ts'

const tickMs = 2000

/**
 * Copies text to the clipboard and confirms it; if the browser refuses, selects the text, where `element` shows it, and
 * says how to continue.
 */
export async function copyText(text: string, element?: Element | null, said = text): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    notify.ok(`Copied ${said}`)
    return true
  } catch {
    if (element) getSelection()?.selectAllChildren(element)
    notify.error(
      `The browser did not allow copying. ${element ? 'Press' : 'Select the text and press'} Ctrl+C.`,
    )
    return false
  }
}

export interface CopyButtonProps {
  text: string
  /** Names the text: with ‘agency id 00006938’ the button is called ‘Copy agency id 00006938’. */
  what: string
  /** The message then names the text without containing it, because messages are kept for the session. */
  secret?: boolean
  /** Copied instead while Alt is held. */
  altText?: string
  className?: string | undefined
}

/** Copies a text; shows a tick for 2 s. */
export function CopyButton({ text, what, secret = false, altText, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), tickMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(event: MouseEvent<HTMLButtonElement>) {
    const chosen = event.altKey && altText !== undefined ? altText : text
    const said = secret ? what : chosen
    setCopied(await copyText(chosen, event.currentTarget.previousElementSibling, said))
  }

  return (
    <IconButton
      label={`Copy ${what}`}
      icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      className={className}
      onClick={(event) => void copy(event)}
    />
  )
}
