/** Kinds of suppressed addresses, as the wire has them. */
export const suppressionTypes = ['bounce', 'block', 'spam', 'invalid'] as const
export type SuppressionType = (typeof suppressionTypes)[number]

/** A suppression is told apart by its address in lower case, its kind and its mode. */
export interface SuppressionKey {
  email: string
  type: SuppressionType
  /** True for mail to agencies on the newer version. */
  is6x: boolean
}

/** What came of one address of a purge. */
export interface PurgeResult extends SuppressionKey {
  purged: boolean
  /** Why not; '' for a purged one. */
  message: string
}

/** The provider is asked for no more addresses of one kind and mode. */
export const maxPerType = 10_000
/** A purge takes no more at once. */
export const maxPurge = 500
const maxUnasked = 10
/** So many addresses are named of those that were not purged. */
const maxNamed = 5

/** The one key of a suppression, in any case of letters. */
export function suppressionId({ email, type, is6x }: SuppressionKey): string {
  return `${email.toLowerCase()} ${type} ${is6x ? '6x' : '5x'}`
}

/** How a kind is shown: 'Bounce', 'Bounce (6x)'. */
export function typeLabel({ type, is6x }: Pick<SuppressionKey, 'type' | 'is6x'>): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}${is6x ? ' (6x)' : ''}`
}

/** True when a kind of a mode came with as many addresses as are asked for: there may be more. */
export function isCut(rows: readonly SuppressionKey[]): boolean {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const label = typeLabel(row)
    const count = (counts.get(label) ?? 0) + 1
    if (count >= maxPerType) return true
    counts.set(label, count)
  }
  return false
}

/** Whether a purge of so many addresses asks first. */
export function asksFirst(count: number): boolean {
  return count > maxUnasked
}

/** What the account of a purge that did not succeed wholly is made of. */
export function purgeAccount(results: readonly PurgeResult[]): {
  purged: number
  all: number
  notPurged: string
} {
  const left = results.filter(({ purged }) => !purged)
  const named = left
    .slice(0, maxNamed)
    .map(({ email, type, is6x, message }) => `${email} (${type}${is6x ? ', 6x' : ''}): ${message}`)
  const more = left.length - named.length
  return {
    purged: results.length - left.length,
    all: results.length,
    notPurged: `${named.join('; ')}${more > 0 ? ` and ${more} more` : ''}`,
  }
}

/** The same as a sentence; {@link partlyPurged} with its places filled. */
export function purgeSentence(results: readonly PurgeResult[]): string {
  const { purged, all, notPurged } = purgeAccount(results)
  return `${purged} of ${all} addresses were purged. Not purged: ${notPurged}`
}

export const partlyPurged = '{purged} of {all} addresses were purged. Not purged: {notPurged}'
