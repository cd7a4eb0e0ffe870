import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { expiresOn, type TemporaryHours } from '@agency-support/contract/rules/temporary-users'
import { useQueryClient } from '@tanstack/react-query'
import { notifyAgency } from '../../components/messages/notify.ts'
import { getWaitingCommand, useQueueCommand } from '../../components/agency-software/queue-command.ts'
import { useShownOnce } from '../../components/use-shown-once.ts'
import { callKey } from '../../lib/requests/query.ts'
import { serverNow } from '../../lib/requests/server-time.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { isFramed } from '../../lib/is-framed.ts'
import { creationCall } from './creation-call.ts'
import { agencyUserMessages } from './messages.ts'

const takenSentence = agencyUsers.createSuperUser.refusals.taken[1]

/** Input of the form: the specified payload (spec-001 §3), and the reason. */
export interface TemporaryUser {
  agencyId: number
  username: string
  password: string
  expiresInHours: TemporaryHours
  reason: string
}

/** A created temporary user; the password exists only in this browser, until the dialog closes. */
export interface MadeUser {
  username: string
  password: string
  expiresOn: string
  /** The command that passes it on to the agency's software; undefined if another host does. */
  commandId: number | undefined
}

/** Creates temporary users; inside a frame by the 6.x call. */
export function useCreate(agencyId: number) {
  const queries = useQueryClient()
  const queue = useQueueCommand()
  const { run, busy, failing, problem, clearRefusal } = useSend(creationCall(isFramed()), {
    unclear: agencyUserMessages.createFailed,
    rereads: [agencyUsers.users.module],
  })
  const { made, show } = useShownOnce<MadeUser>(({ username }) => agencyUserMessages.unseen(username))

  /** Returns true if the initials have been taken meanwhile. */
  async function create({ username, password, expiresInHours, reason }: TemporaryUser): Promise<boolean> {
    const outcome = await queue((again) =>
      run({
        Username: username,
        AgencyId: agencyId,
        Password: password,
        ExpiresOn: expiresOn(new Date(serverNow()), expiresInHours),
        ...(again && { Again: true }),
        ...(reason.trim() === '' ? {} : { Reason: reason.trim() }),
      }),
    )
    if (outcome?.kind === 'ok') {
      notifyAgency.ok(agencyUserMessages.created(username))
      void queries.invalidateQueries({ queryKey: callKey(agencyCommands.queue, { agencyId }) })
      const { expiresOn: until, commandId } = outcome.data
      show({ username, password, expiresOn: until, commandId })
      return false
    }
    return outcome?.kind === 'refused' && outcome.message === takenSentence
  }
  return {
    create,
    busy,
    problem: getWaitingCommand(failing) === undefined ? problem : null,
    onEdit: clearRefusal,
    made,
  }
}
