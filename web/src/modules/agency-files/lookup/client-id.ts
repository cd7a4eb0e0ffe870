import { clientIdPattern } from '@agency-support/contract/rules/agency-files'

/** A client id as it is sent: zeros in front of fewer than eight digits; undefined where there is none. */
export function fullClientId(typed: string): string | undefined {
  const full = typed === '' ? '' : typed.padStart(8, '0')
  return clientIdPattern.test(full) ? full : undefined
}
