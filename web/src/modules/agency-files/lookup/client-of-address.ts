import { fullClientId } from './client-id.ts'

/** The client that an address names in `?client=`, or null. */
export function clientOfAddress(search: Record<string, unknown>): string | null {
  const given = search['client']
  return typeof given === 'string' ? (fullClientId(given) ?? null) : null
}
