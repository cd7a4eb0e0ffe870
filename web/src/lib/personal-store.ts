import { create } from 'zustand'

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Accesses browser storage; null if it is missing, full or forbidden. */
export function tryStorage<R>(
  getStorage: () => BrowserStorage | undefined,
  access: (storage: BrowserStorage) => R,
): R | null {
  try {
    const storage = getStorage()
    return storage ? access(storage) : null
  } catch {
    return null
  }
}

/**
 * A store kept in browser storage per person, as JSON under `agency-support:NAME:USER`. `parse` turns the stored text
 * (null for none) into the value. Nothing is stored while nobody is signed in; without storage the value lasts as
 * long as the page.
 */
export function createPersonalStore<T>(
  name: string,
  getStorage: () => BrowserStorage | undefined,
  parse: (text: string | null) => T,
) {
  const useValue = create<T>()(() => parse(null))
  let user: string | null = null
  let key = ''

  function read(): void {
    useValue.setState(
      parse(user === null ? null : tryStorage(getStorage, (storage) => storage.getItem(key))),
      true,
    )
  }
  return {
    get: useValue.getState,
    subscribe: useValue.subscribe,
    useValue,
    set(next: T): void {
      if (user === null) return
      useValue.setState(next, true)
      tryStorage(getStorage, (storage) => storage.setItem(key, JSON.stringify(next)))
    },
    /** Loads the value of a person. */
    setUser(next: string | null): void {
      if (next === user) return
      user = next
      key = `agency-support:${name}:${user}`
      read()
    },
    /** Reloads what another tab of the browser has written. */
    reread(changed: string | null): void {
      if (user !== null && (changed === null || changed === key)) read()
    },
    /** Deletes the stored value of the signed-in person. */
    clear(): void {
      if (user !== null) tryStorage(getStorage, (storage) => storage.removeItem(key))
      useValue.setState(parse(null), true)
    },
  }
}
