import { type TextMessage, texting } from '@agency-support/contract/modules/texting'
import { useRef, useState } from 'react'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { tabMessages } from './tab-messages.ts'

/** A message, and what the server remarked about it. */
export interface Found {
  message: TextMessage
  remark: string
}

/** The message looked up last, or the sentence why there is none; an answer to an earlier lookup is dropped. */
export function useFound(agencyId: number) {
  const { run, busy } = useSend(texting.message)
  const [found, setFound] = useState<Found | string | null>(null)
  const lookups = useRef(0)

  async function find(messageId: string): Promise<void> {
    const lookup = (lookups.current += 1)
    const outcome = await run({ agencyId, messageId })
    if (lookup !== lookups.current) return
    if (outcome.kind === 'ok') return setFound({ message: outcome.data, remark: outcome.message })
    setFound(
      outcome.kind === 'none' ? tabMessages.messageMissing : toSentence(outcome, tabMessages.wentWrong),
    )
  }
  return { found, busy, find }
}
