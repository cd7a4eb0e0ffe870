import type { PermissionId } from '@agency-support/contract/permissions'

/** What was refused last: a screen, with its address and the missing permissions, or an action, with the server's sentence. */
export type Refused =
  | { kind: 'screen'; title: string; href: string; needs: readonly PermissionId[] }
  | { kind: 'act'; message: string }

let last: Refused | null = null

/** What /unauthorized shows; cleared once it has been read. */
export const refused = {
  set(given: Refused): void {
    last = given
  },
  take(): Refused | null {
    const taken = last
    last = null
    return taken
  },
}
