import { clientIdPattern } from '@agency-support/contract/rules/agency-files'

/** How many digits a client id has. */
export const idLength = 8

/** A client id as sent, padded with zeros to eight digits; undefined if invalid. */
export function fullClientId(typed: string): string | undefined {
  const full = typed === '' ? '' : typed.padStart(idLength, '0')
  return clientIdPattern.test(full) ? full : undefined
}
