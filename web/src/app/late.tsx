import { type ComponentType, type JSX, useEffect, useState } from 'react'

/** A part of the frame whose code comes after the sign-in screen's. */
export interface Late<Props> {
  Part: (props: Props) => JSX.Element | null
  /** Fetches the code; a part that is fetched ahead stands in the very first picture. */
  fetch: () => Promise<void>
}

/** Not lazy(): what that shows after its fallback is held back for some 300 ms, and keys pressed meanwhile are lost. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetch = async (): Promise<void> => {
    loaded ??= await load()
  }
  function Part(props: Props) {
    const [Known, setKnown] = useState(() => loaded)
    const isKnown = Known !== undefined
    useEffect(() => {
      if (!isKnown) void fetch().then(() => setKnown(() => loaded))
    }, [isKnown])
    return Known === undefined ? null : <Known {...props} />
  }
  return { Part, fetch }
}
