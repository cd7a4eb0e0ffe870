import { useEffect } from 'react'
import { create } from 'zustand'

const decoration = /^\[\w+\] | – Agency Support$/g

/** The screen's name in a browser title, without the parts that every title has. */
export function screenName(title: string): string {
  return title.replace(decoration, '')
}

/** The name that the screen sets itself; null to use its route's. */
export const useOwnScreenName = create<string | null>()(() => null)

/** Gives the screen a more specific name than its route's, while the caller is mounted. */
export function useNameScreen(name: string): void {
  useEffect(() => {
    useOwnScreenName.setState(name, true)
    return () => useOwnScreenName.setState(null, true)
  }, [name])
}
