import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** Goes to an address of the console without loading the page again. */
export type Navigate = (href: string) => void

/** The way to another screen. */
export function useNavigateTo(): Navigate {
  const router = useRouter()
  return (href) => void router.navigate({ href })
}

/** True when the browser should do what it does with a link: a new tab, a download. */
function wantsBrowser(event: MouseEvent): boolean {
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
}

export interface LinkProps extends ComponentProps<'a'> {
  href: string
}

/**
 * A real link inside the console; Ctrl and middle click open a tab as everywhere. Not the router's: that one works
 * its address out again at every change of the present one, for each row of a table and each letter of a search.
 */
export function Link({ href, onClick, target, children, ...rest }: LinkProps) {
  const navigate = useNavigateTo()
  return (
    <a
      {...rest}
      {...(target === undefined ? {} : { target })}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (wantsBrowser(event) || (target !== undefined && target !== '_self')) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
