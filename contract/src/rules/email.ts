/** Kinds of suppressed addresses, as on the wire. */
export const suppressionTypes = ['bounce', 'block', 'spam', 'invalid'] as const
export type SuppressionType = (typeof suppressionTypes)[number]

/** A suppression is identified by its address in lower case, its kind and its mode. */
export interface SuppressionKey {
  email: string
  type: SuppressionType
  /** True for mail to agencies on the newer version. */
  is6x: boolean
}

/** The result for one address of a purge. */
export interface PurgeResult extends SuppressionKey {
  purged: boolean
  /** Why it was not purged; '' if it was. */
  message: string
}

/** Maximum addresses of one kind and mode that are read from the provider. */
export const maxPerType = 10_000
/** Maximum addresses of one purge. */
export const maxPurge = 500
const maxUnasked = 10
/** The most addresses that are named among those not purged. */
const maxNamed = 5

/** The unique key of a suppression, ignoring case. */
export function suppressionId({ email, type, is6x }: SuppressionKey): string {
  return `${email.toLowerCase()} ${type} ${is6x ? '6x' : '5x'}`
}

/** The label of a kind: 'Bounce', 'Bounce (6x)'. */
export function typeLabel({ type, is6x }: Pick<SuppressionKey, 'type' | 'is6x'>): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}${is6x ? ' (6x)' : ''}`
}

const cutBegins = `Only ${maxPerType.toLocaleString('en-US')} addresses are listed of: `

/** What the message of an answer says where lists were cut: the documented rows have no place for it. */
export function cutRemark(lists: string): string {
  return `${cutBegins}${lists}. To find others, search for how an address begins.`
}

/** True if the message of an answer says that a list was cut. */
export function isCut(message: string): boolean {
  return message.includes(cutBegins)
}

/** Whether a purge of this many addresses needs confirmation. */
export function asksFirst(count: number): boolean {
  return count > maxUnasked
}

/** The values for the sentence about a purge that did not fully succeed. */
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

/** That sentence: {@link partlyPurged} with its placeholders filled. */
export function purgeSentence(results: readonly PurgeResult[]): string {
  const { purged, all, notPurged } = purgeAccount(results)
  return `${purged} of ${all} addresses were purged. Not purged: ${notPurged}`
}

export const partlyPurged = '{purged} of {all} addresses were purged. Not purged: {notPurged}'
