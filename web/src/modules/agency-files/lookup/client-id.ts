import { clientIdPattern } from '@agency-support/contract/rules/agency-files'

/** A client id as sent, padded with zeros to eight digits; undefined if invalid. */
export function fullClientId(typed: string): string | undefined {
  const full = typed === '' ? '' : typed.padStart(8, '0')
  return clientIdPattern.test(full) ? full : undefined
}
