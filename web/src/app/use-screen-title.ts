import { showHiddenCharacters } from '@agency-support/contract/rules/hidden-characters'
import { realEnvironments } from '@agency-support/contract/modules/switches'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Gives the browser tab the screen's title; a test place says so in front. A screen may set a finer one. */
export function useScreenTitle(environment: string): void {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title ?? '' })
  useEffect(() => {
    const mark = realEnvironments.includes(environment) ? '' : `[${environment}] `
    document.documentElement.dataset['titleMark'] = mark
    document.title = showHiddenCharacters(`${mark}${title} – Agency Support`)
  }, [title, environment])
}
