/** Whoever wants to hear of a change: `const { subscribe, tell } = createListeners()`; made for useSyncExternalStore. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Gives what ends it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(): void {
      for (const listener of listeners) listener()
    },
  }
}
