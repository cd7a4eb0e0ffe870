/** Where the tabs of a browser tell each other of live updates; here because the sign-in screen has no `live.ts`. */
export const liveChannel = 'agency-support:live'

let cursor: string | undefined

/**
 * Where the live stream starts: anything fetched after this cursor need not be refetched. Undefined if unknown; then
 * everything is refetched.
 */
export const liveCursor = {
  get: (): string | undefined => cursor,
  set(next: string | undefined): void {
    cursor = next
  },
}
