import type { PermissionId } from '@agency-support/contract/permissions'
import type { Expand, ResolveParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { SearchSchema } from './address.ts'

/** The file of a screen. */
export interface PageFile {
  Page: ComponentType
  /**
   * Starts the first reads of the page when it is opened, before it is drawn, which at a cold start takes longer than
   * their round trip. `search` is the query of its address. The page makes the same reads and shows their outcome.
   */
  beginReads?: (search: Readonly<Record<string, unknown>>) => void
}

/** Description of a screen; router, guard and menu are derived from it. */
export interface Screen<
  Path extends string = string,
  Search extends object = object,
  File extends object = PageFile,
> {
  /** Path in the router's notation, for example /agency-detail/$id. */
  path: Path
  /** Shown in the browser's title and announced when the screen opens. */
  title: string
  /** Whether it requires a session. */
  signIn: boolean
  needs: readonly PermissionId[]
  /** Parser of its query; its components read the result with the router's `useSearch({ from: path })`. */
  search: SearchSchema<Search>
  /** Loads the chunk of the screen. */
  page: () => Promise<File>
  /**
   * Starts the one read without which the screen shows nothing, when it is opened and when a link to it is hovered or
   * focused; without side effects and, beyond CanAccess, without a permission. The page makes the same read and shows
   * its outcome.
   */
  load?: ((params: Expand<ResolveParams<Path>>) => void) | undefined
}

/** What a screen's author supplies. */
type Described<Path extends string, Search extends object, File extends object> = Pick<
  Screen<Path, Search, File>,
  'path' | 'title' | 'page'
> &
  Partial<Pick<Screen<Path, Search, File>, 'needs' | 'search' | 'load'>>

const readNothing = () => ({})

/**
 * Declares a screen that requires sign-in and, beyond CanAccess, these permissions. The router, not this function,
 * checks that the file has a `Page`: a page's type may depend on the addresses of all screens, so theirs must not
 * depend on a page.
 */
export function screen<const Path extends string, File extends object, Search extends object = object>(
  described: Described<Path, Search, File>,
): Screen<Path, Search, File> {
  return { signIn: true, needs: [], search: readNothing, ...described }
}

/** Declares a screen that anyone may open. */
export function openScreen<const Path extends string, File extends object>(
  described: Described<Path, object, File>,
): Screen<Path, object, File> {
  return { ...screen(described), signIn: false }
}
