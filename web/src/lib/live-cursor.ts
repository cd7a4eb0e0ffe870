let cursor: string | undefined

/**
 * Where the live stream begins: what was fetched after this point need not be refetched. Undefined when nobody
 * knows, and then everything is refetched.
 */
export const liveCursor = {
  get: (): string | undefined => cursor,
  set(next: string | undefined): void {
    cursor = next
  },
}
