import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import type { StepResult, WorkKind } from '../../jobs/outside-work/kind.ts'

const Input = z.object({
  /** Empty if the agency has subscribed again meanwhile. */
  groupId: z.string(),
})
const Progress = z.object({
  /** Accounts of the group; null before it was read. */
  total: z.int().nullable(),
  /** Ids of accounts that are still active. */
  left: z.array(z.string()),
})
type Progress = z.infer<typeof Progress>

/** Initial progress. */
export const nothingClosed: Progress = { total: null, left: [] }

/** Deactivates the accounts of a group one by one, until none is active. */
export const closeAccounts: WorkKind<z.infer<typeof Input>, Progress, Services> = {
  name: 'esign.close',
  module: 'esignature',
  input: Input,
  progress: Progress,
  step: async ({ workId, input: { groupId }, progress }, { formstack }) => {
    const [next, ...others] = progress.left
    if (next !== undefined) {
      await formstack.setUserActive(next, { active: false, key: workId })
      return { is: 'on', progress: { ...progress, left: others } }
    }
    if (groupId === '') return end(progress, 'The agency has subscribed again.')
    const users = (await formstack.getGroup(groupId))?.users ?? []
    const left = users.flatMap(({ id, active }) => (active ? [id] : []))
    // Also the final check: an account may have been activated while others were closed.
    if (left.length === 0) return end({ total: users.length, left })
    return { is: 'on', progress: { total: users.length, left } }
  },
}

function end(progress: Progress, why?: string): StepResult<Progress> {
  const entry = { event: 'esignature.accountsClosed', after: { accounts: progress.total ?? 0 } }
  return { is: 'done', progress, entry, ...(why === undefined ? {} : { why }) }
}
