import { useEffect, useEffectEvent } from 'react'

/** The version of the log that is shown, and how everything shown of it is read again. */
export interface ShownVersion {
  version: string
  refresh: () => void
}

/** What was read of different versions of a log must not stand side by side: it is all read again, once for each that comes. */
export function useOneVersion(
  read: readonly (string | undefined)[],
  { version, refresh }: ShownVersion,
): void {
  const others = [...new Set(read)].filter((one) => one !== undefined && one !== version).join(' ')
  const readAgain = useEffectEvent(refresh)
  useEffect(() => {
    if (others !== '') readAgain()
  }, [others])
}
