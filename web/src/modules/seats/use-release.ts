import { Code } from '@agency-support/contract/envelope'
import { type SeatUsage, seats, type UsedSeat } from '@agency-support/contract/modules/seats'
import { useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notify } from '../../components/messages/notify.ts'
import { useQueueCommand } from '../../components/agency-software/queue-command.ts'
import { type Outcome, withSentence } from '../../lib/requests/api.ts'
import { callKey, replaceData } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { seatMessages } from './messages.ts'

/** Duration of the seat snackbar (spec-001 §9). */
const noticeMs = 6000

/** Releases seats after a confirmation; the row disappears once the server has confirmed. */
export function useRelease(given: number) {
  const agencyId = String(given)
  const queries = useQueryClient()
  const confirm = useConfirm()
  const queue = useQueueCommand()
  const { run, sending } = useSend(seats.release)

  async function release({ username, tokens }: UsedSeat): Promise<void> {
    const hosts = [...new Set(tokens.map(({ hostName }) => hostName))].join(', ')
    const confirmed = await confirm({
      title: `Release the seat of ${username}?`,
      subject: hosts === '' ? username : `${username} · ${hosts}`,
      body: 'The person is signed out on every computer and can sign in again while seats are free.',
      confirmLabel: 'Release',
      danger: true,
    })
    if (!confirmed) return
    const outcome = await queue((again) =>
      run({ agencyId, username, ...(again && { again: 'true' as const }) }),
    )
    if (outcome === null) return
    if (outcome.kind === 'refused' || outcome.kind === 'failed') {
      // Without an answer it may have been released.
      void queries.invalidateQueries({ queryKey: callKey(seats.usage, { agencyId }) })
      const says = isConflict(outcome) ? outcome.message : withSentence(seatMessages.releaseFailed, outcome)
      return notify.error(says, { ms: noticeMs })
    }
    // A seat already released is gone as well (B-26).
    replaceData<SeatUsage | null>(
      queries,
      callKey(seats.usage, { agencyId }),
      (usage) => usage && without(usage, username),
    )
    notify.ok(seatMessages.released, { ms: noticeMs })
  }
  return { release, busy: sending.map(({ username }) => username) }
}

function isConflict(outcome: Outcome<typeof seats.release>): boolean {
  return outcome.kind === 'refused' && outcome.code === Code.conflict
}

function without(usage: SeatUsage, username: string): SeatUsage {
  const left = usage.seats.filter((seat) => seat.username !== username)
  return { ...usage, usedSeats: usage.usedSeats - (usage.seats.length - left.length), seats: left }
}
