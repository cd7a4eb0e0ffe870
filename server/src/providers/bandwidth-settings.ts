import { checkProviderUrl } from '../settings/external-sites.ts'
import type { SettingReader } from '../settings/reader.ts'
import type { TokenClient } from './access-token.ts'

// Version 1: it takes and gives numbers as ten digits. Version 2 refuses those, and has imports at another path.
const usualNumbersUrl = 'https://api.bandwidth.com/api/v1'

/** Bandwidth's addresses and our credentials; without a client id there is no account. */
export interface BandwidthSettings extends TokenClient {
  accountId: string
  /** URLs without a trailing slash. */
  numbersBaseUrl: string
  messagingBaseUrl: string
}

/** Reads the BANDWIDTH_ settings; secrets must not be sent unencrypted. */
export function readBandwidthSettings({ text, problem }: SettingReader): BandwidthSettings {
  const readAddress = (name: string, usual: string): string => {
    const address = text(name, usual).replace(/\/+$/, '')
    checkProviderUrl(name, address, usual, problem)
    return address
  }
  const settings: BandwidthSettings = {
    accountId: text('BANDWIDTH_ACCOUNT_ID', ''),
    clientId: text('BANDWIDTH_CLIENT_ID', ''),
    clientSecret: text('BANDWIDTH_CLIENT_SECRET', ''),
    tokenUrl: readAddress('BANDWIDTH_TOKEN_URL', 'https://api.bandwidth.com/api/v1/oauth2/token'),
    numbersBaseUrl: readAddress('BANDWIDTH_NUMBERS_BASE_URL', usualNumbersUrl),
    messagingBaseUrl: readAddress('BANDWIDTH_MESSAGING_BASE_URL', 'https://messaging.bandwidth.com/api/v2'),
  }
  if (/\/v2$/i.test(settings.numbersBaseUrl))
    problem(
      `BANDWIDTH_NUMBERS_BASE_URL must be version 1 of the API, such as ${usualNumbersUrl}: version 2 takes numbers in another form.`,
    )
  const { accountId, clientId, clientSecret } = settings
  const given = [accountId, clientId, clientSecret].filter((value) => value !== '').length
  if (given !== 0 && given !== 3)
    problem(
      'BANDWIDTH_ACCOUNT_ID, BANDWIDTH_CLIENT_ID and BANDWIDTH_CLIENT_SECRET go together: set all three.',
    )
  if (accountId !== '' && !/^\d+$/.test(accountId)) problem('BANDWIDTH_ACCOUNT_ID must be a number.')
  return settings
}
