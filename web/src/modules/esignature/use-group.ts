import { esignature, type FormstackGroup } from '@agency-support/contract/modules/esignature'
import { whyNotGroupId } from '@agency-support/contract/rules/esignature'
import { useState } from 'react'
import { useSend } from '../../lib/requests/use-send.ts'
import type { FormstackLight } from './use-light.ts'
import { isFormstackFailure, type QueryFailure, toQueryFailure } from './query-failure.ts'

/**
 * Queries Formstack for a group, only when called; `light` learns of each query and whether Formstack failed to answer.
 * `asked` from the first query on, which is when the screen makes room for answers.
 */
export function useGroup(agencyId: number, light: FormstackLight) {
  const { run, busy } = useSend(esignature.group)
  const [asked, setAsked] = useState<string | null>(null)
  const [group, setGroup] = useState<FormstackGroup | null>(null)
  const [failure, setFailure] = useState<QueryFailure | null>(null)

  async function ask(groupId: string): Promise<void> {
    const why = whyNotGroupId(groupId)
    if (why !== undefined) return setFailure({ text: why, sentence: null })
    // Clears the failure of the previous query.
    setFailure(null)
    // Nobody may take the accounts of one group for those of another.
    if (groupId !== asked) setGroup(null)
    setAsked(groupId)
    light.begun()
    const outcome = await run({ agencyId, groupId })
    light.ended(outcome.kind !== 'ok' && isFormstackFailure(outcome))
    if (outcome.kind === 'ok') setGroup(outcome.data)
    else setFailure(toQueryFailure(outcome))
  }
  return { ask, busy, asked: asked !== null, group, failure }
}
