import { create } from 'zustand'

export type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Uses browser storage, which may be missing, full or forbidden: null then. */
export function tryStorage<R>(box: () => Box | undefined, access: (storage: Box) => R): R | null {
  try {
    const storage = box()
    return storage ? access(storage) : null
  } catch {
    return null
  }
}

/**
 * A store kept in browser storage per person, as JSON under `agency-support:NAME:USER`. `parse` makes the value of what
 * was stored, null for nothing. While nobody is signed in, nothing is kept; without storage it lasts as long as the page.
 */
export function createPersonalStore<T>(
  name: string,
  box: () => Box | undefined,
  parse: (text: string | null) => T,
) {
  const useValue = create<T>()(() => parse(null))
  let user: string | null = null
  let key = ''

  function read(): void {
    useValue.setState(parse(user === null ? null : tryStorage(box, (storage) => storage.getItem(key))), true)
  }
  return {
    get: useValue.getState,
    subscribe: useValue.subscribe,
    useValue,
    set(next: T): void {
      if (user === null) return
      useValue.setState(next, true)
      tryStorage(box, (storage) => storage.setItem(key, JSON.stringify(next)))
    },
    /** Shows what is kept for a person. */
    setUser(next: string | null): void {
      if (next === user) return
      user = next
      key = `agency-support:${name}:${user}`
      read()
    },
    /** Reads again what another tab of the browser has written. */
    reread(changed: string | null): void {
      if (user !== null && (changed === null || changed === key)) read()
    },
    /** Forgets what is kept for the person who is signed in. */
    clear(): void {
      if (user !== null) tryStorage(box, (storage) => storage.removeItem(key))
      useValue.setState(parse(null), true)
    },
  }
}
