import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import type { WorkKind } from '../../jobs/outside-work/kind.ts'
import { findAccount } from './accounts.ts'

const Input = z.object({
  groupId: z.string(),
  /** Users who were registered at the time of the request. */
  users: z.array(z.object({ email: z.string(), accountId: z.string() })),
})
const Progress = z.object({
  /** Number of users that are done. */
  done: z.int(),
  /** Number of accounts that were found and removed. */
  removed: z.int(),
  /** Number of users with the account id of somebody else, whose account stays. */
  others: z.int(),
})
type Progress = z.infer<typeof Progress>

/** Initial progress. */
export const nothingCleaned: Progress = { done: 0, removed: 0, others: 0 }

/** Removes the accounts of removed users, one by one. */
export const cleanupAccounts: WorkKind<z.infer<typeof Input>, Progress, Services> = {
  name: 'esign.cleanup',
  module: 'esignature',
  input: Input,
  progress: Progress,
  step: async ({ workId, input: { groupId, users }, progress }, { formstack }) => {
    const user = users[progress.done]
    if (user === undefined) {
      const { removed, others } = progress
      return { is: 'done', entry: { event: 'esignature.accountsRemoved', after: { removed, others } } }
    }
    const found = await findAccount(formstack, { ...user, groupId })
    if (found?.isOurs === true) await formstack.removeUser(found.account.id, workId)
    return {
      is: 'on',
      progress: {
        done: progress.done + 1,
        removed: progress.removed + (found?.isOurs === true ? 1 : 0),
        others: progress.others + (found?.isOurs === false ? 1 : 0),
      },
    }
  },
}
