import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import { getPollSeconds, type StepResult, type Work, type WorkKind } from '../../jobs/outside-work/kind.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { changeRefused, unlessRefused } from './refused-changes.ts'
import { listUsers } from './store.ts'

const Input = z.object({
  /** Empty if the agency has subscribed again meanwhile. */
  groupId: z.string(),
})
type Input = z.infer<typeof Input>

const Progress = z.object({
  /** Accounts of the group, as far as they were read; null before the first reading. */
  total: z.int().nullable(),
  /** Ids of accounts that are still active, of those that were read. */
  left: z.array(z.string()),
  /** Ids of accounts that are still to be read. */
  unread: z.array(z.string()).default([]),
  /** Ids of accounts that Formstack refused to close; they are tried again after the others. */
  refused: z.array(z.string()).default([]),
  /** How often all accounts were read. */
  readings: z.int().default(0),
})
type Progress = z.infer<typeof Progress>

/** Initial progress. */
export const nothingClosed: Progress = { total: null, left: [], unread: [], refused: [], readings: 0 }

/** Accounts that one step reads, so that a failure costs no more than these, however large the group is. */
const readAtOnce = 100

/** Before the accounts are closed, after it, and once more if some were activated meanwhile. */
const usualReadings = 3

/** Deactivates the accounts of a group one by one, until none is active. */
export const closeAccounts: WorkKind<Input, Progress, Services> = {
  name: 'esign.close',
  module: 'esignature',
  input: Input,
  progress: Progress,
  step: async (work, { formstack }) => {
    const { workId, input, progress } = work
    if (progress.unread.length > 0) return readSome(progress, formstack)
    const close = (id: string) => formstack.setUserActive(id, { active: false, key: workId })
    const [next, ...others] = progress.left
    if (next !== undefined) {
      const isRefused = (await unlessRefused(close(next))) === 'refused'
      const refused = isRefused ? [...progress.refused, next] : progress.refused
      return { is: 'on', progress: { ...progress, left: others, refused } }
    }
    if (progress.refused.length > 0) {
      const { account } = await changeRefused(progress.refused, close)
      return { is: 'on', progress: { ...progress, refused: progress.refused.filter((id) => id !== account) } }
    }
    if (input.groupId === '') return end(progress, 'The agency has subscribed again.')
    const unread = await formstack.listMemberIds(input.groupId)
    if (unread === null) return endWithoutGroup(work)
    const listed = { ...nothingClosed, total: 0, unread, readings: progress.readings + 1 }
    return unread.length === 0 ? end(listed) : { is: 'on', progress: listed }
  },
}

/** Ends for a group that was never made, or that went after its accounts were read; otherwise it may come back. */
async function endWithoutGroup(work: Work<Input, Progress>): Promise<StepResult<Progress>> {
  const { agencyId, db, input, progress } = work
  if (progress.readings > 0) return end(progress)
  const users = await listUsers(db, agencyId)
  if (users.every(({ account_id: accountId }) => accountId === '')) return end({ ...progress, total: 0 })
  // Its accounts may still be active, so this is no empty group.
  throw new ProviderError('Formstack', 'notFound', `Formstack does not know the group ${input.groupId}`)
}

/** Reads the next accounts. Also the final check: an account may have been activated while others were closed. */
async function readSome(
  { total, left, unread, ...others }: Progress,
  formstack: Services['formstack'],
): Promise<StepResult<Progress>> {
  const users = await formstack.getUsers(unread.slice(0, readAtOnce))
  const active = users.flatMap((user) => (user.active ? [user.id] : []))
  const progress = {
    ...others,
    total: (total ?? 0) + users.length,
    left: [...left, ...active],
    unread: unread.slice(readAtOnce),
  }
  if (progress.unread.length > 0) return { is: 'on', progress }
  if (progress.left.length === 0) return end(progress)
  // Formstack accepts changes that do not show, and without a pause would be asked for them without end.
  const waitSeconds = getPollSeconds(progress.readings - usualReadings, { first: 5, times: 3 })
  return { is: 'on', progress, ...(progress.readings < usualReadings ? {} : { waitSeconds }) }
}

function end(progress: Progress, why?: string): StepResult<Progress> {
  const entry = { event: 'esignature.accountsClosed', after: { accounts: progress.total ?? 0 } }
  return { is: 'done', progress, entry, ...(why === undefined ? {} : { why }) }
}
