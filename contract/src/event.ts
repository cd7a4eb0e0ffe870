import type { PermissionId } from './permissions.ts'

/** An event that the journal records. The part of its name before the dot is the module. */
export interface EventDef<N extends string = string> {
  name: N
  /** How histories show it, for example 'Name changed'. */
  label: string
  /** Permissions needed to see it live and in lists, besides CanAccess. */
  sees: readonly PermissionId[]
}

/** Declares an event of a module: `event('agencies.renamed', 'Name changed')`. */
export function event<const N extends `${string}.${string}`>(
  name: N,
  label: string,
  sees: readonly PermissionId[] = [],
): EventDef<N> {
  return { name, label, sees }
}

/** The module an event belongs to. */
export function getModule(eventName: string): string {
  return eventName.slice(0, eventName.indexOf('.'))
}
