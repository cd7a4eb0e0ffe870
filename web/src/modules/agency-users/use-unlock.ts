import { type AgencyUser, agencyUsers } from '@agency-support/contract/modules/agency-users'
import { Code } from '@agency-support/contract/envelope'
import { fullName } from '@agency-support/contract/rules/person-name'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useQueueCommand } from '../../components/agency-software/queue-command.ts'
import { callKey, replaceData } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { helperAnswer } from './helper-answer.ts'
import { agencyUserMessages } from './messages.ts'

const nobody: ReadonlySet<string> = new Set()

/** Unlocks users of an agency; the list shows status 0 once the server has confirmed. */
export function useUnlock(agencyId: number) {
  const queries = useQueryClient()
  const queue = useQueueCommand()
  const { run, sending } = useSend(agencyUsers.unlock)
  const [unlocked, setUnlocked] = useState(nobody)
  const key = callKey(agencyUsers.users, { agencyId })

  async function unlock(user: AgencyUser): Promise<void> {
    const { username } = user
    const outcome = await queue((again) => run({ agencyId, username, ...(again && { again }) }))
    if (outcome === null) return
    const { code, message } = helperAnswer(outcome)
    if (code === Code.ok) {
      replaceData<AgencyUser[]>(queries, key, (users) =>
        users.map((one) => (one.username === username ? { ...one, status: 0, unlockProblem: null } : one)),
      )
      setUnlocked((before) => new Set(before).add(username))
      return notifyAgency.ok(agencyUserMessages.unlocked(fullName(user)))
    }
    void queries.invalidateQueries({ queryKey: key })
    notifyAgency.error(toFailure(code, message))
  }
  const busy = sending.map(({ username }) => username)
  return { unlock, busy, unlocked, forget: () => setUnlocked(nobody) }
}

function toFailure(code: number, message: string): string {
  if (code === Code.notModified) return agencyUserMessages.notLocked
  return code === Code.conflict ? message : agencyUserMessages.unlockFailed
}
