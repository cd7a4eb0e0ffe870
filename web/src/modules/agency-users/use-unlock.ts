import { type AgencyUser, agencyUsers } from '@agency-support/contract/modules/agency-users'
import { Code } from '@agency-support/contract/envelope'
import { agencyUserName } from '@agency-support/contract/rules/agency-users'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../../components/notify.ts'
import { agencyNoticeMs } from '../../agency/agency-tab.ts'
import { callKey } from '../../lib/query.ts'
import { useSend } from '../../lib/use-send.ts'
import { helperAnswer } from './helper-answer.ts'
import { agencyUserMessages } from './messages.ts'

const time = { ms: agencyNoticeMs }

/** Unlocks users of an agency; the list shows status 0 as soon as the server has said so. */
export function useUnlock(agencyId: number) {
  const queries = useQueryClient()
  const { run, sent } = useSend(agencyUsers.unlock)
  const key = callKey(agencyUsers.users, { agencyId })

  async function unlock(user: AgencyUser): Promise<void> {
    const { username } = user
    const { code } = helperAnswer(await run({ agencyId, username }))
    if (code === Code.ok) {
      queries.setQueryData<AgencyUser[]>(key, (users) =>
        users?.map((one) => (one.username === username ? { ...one, status: 0 } : one)),
      )
      return notify.ok(agencyUserMessages.unlocked(agencyUserName(user)), time)
    }
    void queries.invalidateQueries({ queryKey: key })
    notify.error(
      code === Code.notModified ? agencyUserMessages.notLocked : agencyUserMessages.unlockFailed,
      time,
    )
  }
  return { unlock, busy: sent?.username ?? null }
}
