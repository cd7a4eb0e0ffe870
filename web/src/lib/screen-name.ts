import { useEffect } from 'react'
import { create } from 'zustand'

const decoration = /^\[\w+\] | – Agency Support$/g

/** What the browser's title calls the screen, without what every title carries. */
export function screenName(title: string): string {
  return title.replace(decoration, '')
}

/** The name that the screen gives itself; null where that of its route will do. */
export const useOwnScreenName = create<string | null>()(() => null)

/** Names the screen more finely than its route does, for as long as the caller is shown. */
export function useNameScreen(name: string): void {
  useEffect(() => {
    useOwnScreenName.setState(name, true)
    return () => useOwnScreenName.setState(null, true)
  }, [name])
}
