let mark: string | undefined

/**
 * Where the live stream begins: what was fetched after this point needs no second look. Undefined when nobody
 * knows, and then everything is fetched once more.
 */
export const liveMark = {
  get: (): string | undefined => mark,
  set(next: string | undefined): void {
    mark = next
  },
}
