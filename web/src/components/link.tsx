import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { fetchAhead } from '../lib/when-idle.ts'

/** Goes to an address of the console without loading the page again. */
export type Navigate = (href: string) => void

/** The way to another screen. */
export function useNavigateTo(): Navigate {
  const router = useRouter()
  return (href) => void router.navigate({ href })
}

/** Who stays this long on a link is taken to mean it. */
const intentMs = 50
let intent: ReturnType<typeof setTimeout> | undefined

/**
 * Fetches the screen of an address ahead: its code, and the read that its `load` begins. `onEnter` belongs to the
 * pointer or the focus that comes to a link, `onLeave` to its going.
 */
export function usePrefetch(href: string | null) {
  const router = useRouter()
  const onLeave = (): void => clearTimeout(intent)
  return {
    onEnter() {
      onLeave()
      if (href !== null)
        intent = setTimeout(() => void fetchAhead(() => router.preloadRoute({ to: '.', href })), intentMs)
    },
    onLeave,
  }
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

export interface LinkProps
  extends Omit<ComponentProps<'a'>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onBlur'> {
  href: string
}

/**
 * A real link inside the console; Ctrl and middle click open a tab as everywhere. Not the router's: that one works
 * its address out again at every change of the present one, for each row of a table and each letter of a search.
 */
export function Link({ href, onClick, target, children, ...rest }: LinkProps) {
  const navigate = useNavigateTo()
  const { onEnter, onLeave } = usePrefetch(href)
  return (
    <a
      {...rest}
      {...(target === undefined ? {} : { target })}
      href={href}
      onMouseEnter={onEnter}
      onMouseLeave={onLeave}
      onFocus={onEnter}
      onBlur={onLeave}
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
