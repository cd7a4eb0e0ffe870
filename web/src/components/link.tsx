import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** Goes to an address of the console without loading the page again. */
export type Navigate = (href: string) => void

export const NavigateContext = createContext<Navigate>((href) => window.location.assign(href))

/** The way to another screen, given by the app's router. */
export function useNavigateTo(): Navigate {
  return use(NavigateContext)
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

/** A real link inside the console; Ctrl and middle click open a tab as everywhere. */
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
