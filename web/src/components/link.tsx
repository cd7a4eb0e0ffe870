import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { prefetch } from '../lib/prefetch.ts'

/** Opens an in-app address without reloading the page. */
export type Navigate = (href: string) => void

/** Navigation to another screen. */
export function useNavigateTo(): Navigate {
  const router = useRouter()
  return (href) => void router.navigate({ href })
}

/** Hovering this long counts as intent to click. */
const intentMs = 50
let intent: ReturnType<typeof setTimeout> | undefined

/**
 * Prefetches the screen of an address: its code, and the read that its `load` starts. `onEnter` is for hover and
 * focus of a link, `onLeave` for their end.
 */
export function usePrefetch(href: string | null) {
  const router = useRouter()
  const onLeave = (): void => clearTimeout(intent)
  return {
    onEnter() {
      onLeave()
      if (href !== null)
        intent = setTimeout(() => void prefetch(() => router.preloadRoute({ to: '.', href })), intentMs)
    },
    onLeave,
  }
}

/** True if the browser should handle the click: a new tab, a download. */
export function wantsBrowser(event: MouseEvent): boolean {
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
  extends Omit<ComponentProps<'a'>, 'target' | 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onBlur'> {
  href: string
}

/**
 * A real link inside the console; Ctrl and middle click open a tab as usual. Not the router's: it recomputes its
 * address on every navigation, for each row of a table and each letter of a search.
 */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigateTo()
  const { onEnter, onLeave } = usePrefetch(href)
  return (
    <a
      {...rest}
      href={href}
      onMouseEnter={onEnter}
      onMouseLeave={onLeave}
      onFocus={onEnter}
      onBlur={onLeave}
      onClick={(event) => {
        onClick?.(event)
        if (wantsBrowser(event)) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
