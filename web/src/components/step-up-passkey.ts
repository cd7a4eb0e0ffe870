import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { sendOnce } from '../lib/api.ts'
import { askPasskey, passkeyNotUsed } from './ask-passkey.ts'

/**
 * ‹Confirm with passkey›: asks for a passkey and tells the server; the session counts as fresh after it.
 * Null when it is confirmed, else the sentence to show.
 */
export async function confirmWithPasskey(): Promise<string | null> {
  const begun = await sendOnce(secondFactor.stepUpOptions, {})
  if (begun.kind !== 'ok') return begun.message
  const { passkey: options } = begun.data
  if (options === null) return 'You have no passkey.'
  const passkey = await askPasskey(options)
  if (passkey === null) return passkeyNotUsed
  const confirmed = await sendOnce(secondFactor.stepUp, { passkey })
  return confirmed.kind === 'ok' ? null : confirmed.message
}
