import { useRouterState } from '@tanstack/react-router'

/** Path of the rendered screen, so that bar and drawer change in the same frame as it and nothing shifts later. */
export function useShownPath(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })
}
