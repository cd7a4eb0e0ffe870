import { useRouterState } from '@tanstack/react-router'

/** Path of the rendered screen, so that bar and drawer change in the same frame as it and nothing shifts later. */
export function useShownPath(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })
}

/** Whether one of these screens is being opened while another is still shown, for example because its code is loading. */
export function useIsOpening(hrefs: readonly string[]): boolean {
  return useRouterState({
    select: ({ matches, location: { pathname } }) =>
      hrefs.includes(pathname) && matches.length > 0 && matches.at(-1)?.pathname !== pathname,
  })
}
