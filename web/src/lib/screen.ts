import type { PermissionId } from '@agency-support/contract/permissions'
import type { ComponentType } from 'react'

/** A screen describes itself; router, guard and menu follow from the description. */
export interface Screen {
  /** Address in the router's notation, for example /agency-detail/$id. */
  path: string
  /** Shown in the browser's title and announced on arrival. */
  title: string
  /** Whether it can be opened without a session. */
  signIn: boolean
  needs: readonly PermissionId[]
  /** Loads the chunk of the screen. */
  page: () => Promise<{ Page: ComponentType }>
}

/** Declares a screen that needs sign-in, and these permissions beyond CanAccess. */
export function screen(
  given: Pick<Screen, 'path' | 'title' | 'page'> & { needs?: readonly PermissionId[] },
): Screen {
  return { signIn: true, needs: [], ...given }
}

/** Declares a screen that anyone may open. */
export function openScreen(given: Pick<Screen, 'path' | 'title' | 'page'>): Screen {
  return { signIn: false, needs: [], ...given }
}
