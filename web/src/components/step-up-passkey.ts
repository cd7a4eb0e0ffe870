import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { sendOnce } from '../lib/api.ts'
import type { StepUpQuestion } from '../lib/step-up.ts'
import { askPasskey, passkeyNotUsed } from './ask-passkey.ts'

/** Asks the browser for a passkey and has it judged; null when it was right, else the sentence to show. */
export async function confirmWithPasskey({ asked, judge }: StepUpQuestion): Promise<string | null> {
  const { passkeyId } = asked
  const begun = await sendOnce(secondFactor.stepUpOptions, passkeyId === undefined ? {} : { passkeyId })
  if (begun.kind !== 'ok') return begun.message
  const { passkey: options } = begun.data
  if (options === null) return 'You have no passkey.'
  const passkey = await askPasskey(options)
  return passkey === null ? passkeyNotUsed : judge({ passkey })
}
