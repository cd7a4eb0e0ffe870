import type { PermissionId } from '@agency-support/contract/permissions'
import type { Expand, ResolveParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { SearchSchema } from './address.ts'

/** The file of a screen. */
interface PageFile {
  Page: ComponentType
}

/** A screen describes itself; router, guard and menu follow from the description. */
export interface Screen<
  Path extends string = string,
  Search extends object = object,
  File extends object = PageFile,
> {
  /** Address in the router's notation, for example /agency-detail/$id. */
  path: Path
  /** Shown in the browser's title and announced on arrival. */
  title: string
  /** Whether it can be opened without a session. */
  signIn: boolean
  needs: readonly PermissionId[]
  /** What it reads of its address; its components get that by the router's `useSearch({ from: path })`. */
  search: SearchSchema<Search>
  /** Loads the chunk of the screen. */
  page: () => Promise<File>
  /**
   * Begins the one read without which the screen shows nothing, when it is opened and when somebody points at a link to
   * it; without effect and, beyond CanAccess, without a permission. The page makes the same read and shows how it ends.
   */
  load?: ((params: Expand<ResolveParams<Path>>) => void) | undefined
}

/** What a screen says for itself. */
type Described<Path extends string, Search extends object, File extends object> = Pick<
  Screen<Path, Search, File>,
  'path' | 'title' | 'page'
> &
  Partial<Pick<Screen<Path, Search, File>, 'needs' | 'search' | 'load'>>

const readNothing = () => ({})

/**
 * Declares a screen that needs sign-in, and these permissions beyond CanAccess. That its file has a `Page` the router
 * checks and not this function: a page's type may hang on the addresses of all screens, theirs must not hang on a page.
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
