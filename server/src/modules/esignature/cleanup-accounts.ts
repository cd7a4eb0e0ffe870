import { toAddressKey } from '@agency-support/contract/rules/esignature'
import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import type { Work, WorkKind } from '../../jobs/outside-work/kind.ts'
import type { ESignUser } from '../../providers/esign-provider.ts'
import { findAccount } from './accounts.ts'
import { changeRefused, unlessRefused } from './refused-changes.ts'
import { listUsers } from './store.ts'

const Input = z.object({
  groupId: z.string(),
  /** Users who were registered at the time of the request. */
  users: z.array(z.object({ email: z.string(), accountId: z.string() })),
})
type Input = z.infer<typeof Input>

const Progress = z.object({
  /** Number of users that are done or refused. */
  done: z.int(),
  /** Positions of users whose account Formstack refused to remove; they are tried again after the others. */
  refused: z.array(z.int()).default([]),
  /** Number of accounts that were found and removed. */
  removed: z.int(),
  /** Number of users with the account id of somebody else, whose account stays. */
  others: z.int(),
})
type Progress = z.infer<typeof Progress>

/** Initial progress. */
export const nothingCleaned: Progress = { done: 0, refused: [], removed: 0, others: 0 }

/** Removes the accounts of removed users, one by one. */
export const cleanupAccounts: WorkKind<Input, Progress, Services> = {
  name: 'esign.cleanup',
  module: 'esignature',
  input: Input,
  progress: Progress,
  step: async (work, services) => {
    const { progress } = work
    const { done, refused, removed, others } = progress
    const clean = (at: number) => removeAccount(work, at, services)
    if (done < work.input.users.length) {
      const outcome = await unlessRefused(clean(done))
      const next = { ...progress, done: done + 1 }
      return {
        is: 'on',
        progress: outcome === 'refused' ? { ...next, refused: [...refused, done] } : count(next, outcome),
      }
    }
    if (refused.length > 0) {
      const { account, result } = await changeRefused(refused, clean)
      return {
        is: 'on',
        progress: count({ ...progress, refused: refused.filter((at) => at !== account) }, result),
      }
    }
    return { is: 'done', entry: { event: 'esignature.accountsRemoved', after: { removed, others } } }
  },
}

type Outcome = 'removed' | 'others' | 'none'

const count = (progress: Progress, outcome: Outcome): Progress =>
  outcome === 'none' ? progress : { ...progress, [outcome]: progress[outcome] + 1 }

/** Removes the account of a user, unless it is not theirs or in use again. */
async function removeAccount(
  { workId, agencyId, input: { groupId, users }, db }: Work<Input, Progress>,
  at: number,
  { formstack }: Pick<Services, 'formstack'>,
): Promise<Outcome> {
  const user = users[at]
  const found = user && (await findAccount(formstack, { ...user, groupId }))
  if (found === undefined || found === null) return 'none'
  if (!found.isOurs) return 'others'
  // Formstack may have been away for hours, in which the agency may have registered users again.
  const registered = await listUsers(db, agencyId)
  if (registered.some((one) => isTheirs(found.account, { email: one.email, accountId: one.account_id })))
    return 'none'
  await formstack.removeUser(found.account.id, workId)
  return 'removed'
}

function isTheirs({ id, email }: ESignUser, user: { email: string; accountId: string }): boolean {
  return user.accountId === '' ? toAddressKey(user.email) === toAddressKey(email) : user.accountId === id
}
