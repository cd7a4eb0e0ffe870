import { esignature, type FormstackGroup } from '@agency-support/contract/modules/esignature'
import { whyNotGroupId } from '@agency-support/contract/rules/esignature'
import { useState } from 'react'
import { useSend } from '../../lib/use-send.ts'
import { type QueryFailure, toQueryFailure } from './query-failure.ts'

/** Asks Formstack for a group each time it is told to, and never by itself. */
export function useGroup(agencyId: number) {
  const { run, busy } = useSend(esignature.group)
  const [group, setGroup] = useState<FormstackGroup | null>(null)
  const [failure, setFailure] = useState<QueryFailure | null>(null)

  async function ask(groupId: string): Promise<void> {
    const why = whyNotGroupId(groupId)
    if (why !== undefined) return setFailure({ text: why, sentence: null })
    // What was said of the question before does not stand beside this one.
    setFailure(null)
    const outcome = await run({ agencyId, groupId })
    if (outcome.kind === 'ok') setGroup(outcome.data)
    else setFailure(toQueryFailure(outcome))
  }
  return { ask, busy, group, failure }
}
