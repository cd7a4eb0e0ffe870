import type { PermissionId } from '@agency-support/contract/permissions'

/** The screen that was refused last, and the permissions that are missing for it. */
export interface Refused {
  title: string
  needs: readonly PermissionId[]
}

let last: Refused | null = null

/** What /unauthorized speaks of; forgotten once it has been shown. */
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
