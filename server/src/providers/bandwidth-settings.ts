import { checkProviderUrl } from '../external-sites.ts'
import type { Env, Problem } from '../setting-reader.ts'
import type { TokenClient } from './access-token.ts'

/** Bandwidth's addresses and our credentials; without a client id there is no account. */
export interface BandwidthSettings extends TokenClient {
  accountId: string
  /** URLs without a trailing slash. */
  numbersBaseUrl: string
  messagingBaseUrl: string
}

/** Reads the BANDWIDTH_ settings; secrets must not be sent unencrypted. */
export function readBandwidthSettings(env: Env, problem: Problem): BandwidthSettings {
  const text = (name: string): string => env[name]?.trim() ?? ''
  const settings: BandwidthSettings = {
    accountId: text('BANDWIDTH_ACCOUNT_ID'),
    clientId: text('BANDWIDTH_CLIENT_ID'),
    clientSecret: text('BANDWIDTH_CLIENT_SECRET'),
    tokenUrl: readAddress(
      env,
      'BANDWIDTH_TOKEN_URL',
      'https://api.bandwidth.com/api/v1/oauth2/token',
      problem,
    ),
    numbersBaseUrl: readAddress(
      env,
      'BANDWIDTH_NUMBERS_BASE_URL',
      'https://api.bandwidth.com/api/v2',
      problem,
    ),
    messagingBaseUrl: readAddress(
      env,
      'BANDWIDTH_MESSAGING_BASE_URL',
      'https://messaging.bandwidth.com/api/v2',
      problem,
    ),
  }
  const { accountId, clientId, clientSecret } = settings
  const given = [accountId, clientId, clientSecret].filter((value) => value !== '').length
  if (given !== 0 && given !== 3)
    problem(
      'BANDWIDTH_ACCOUNT_ID, BANDWIDTH_CLIENT_ID and BANDWIDTH_CLIENT_SECRET go together: set all three.',
    )
  if (accountId !== '' && !/^\d+$/.test(accountId)) problem('BANDWIDTH_ACCOUNT_ID must be a number.')
  return settings
}

function readAddress(env: Env, name: string, missing: string, problem: Problem): string {
  const address = (env[name]?.trim() || missing).replace(/\/+$/, '')
  checkProviderUrl(name, address, missing, problem)
  return address
}
