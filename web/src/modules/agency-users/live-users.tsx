import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers, type LiveSuperUser } from '@agency-support/contract/modules/agency-users'
import { whyNotTemporaryUser } from '@agency-support/contract/rules/agency-users'
import { inText, minutesSince } from '@agency-support/contract/rules/health'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Ordered, QueuedNote } from '../../components/agency-software/queued-note.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Button } from '../../ui/button.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { askWithReason } from '../../components/dialogs/ask-with-reason.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { toSentence } from '../../lib/requests/api.ts'
import { usePermissions } from '../../lib/profile.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { agencyUserMessages } from './messages.ts'
import styles from './users.module.css'

interface LiveUsersProps {
  agencyId: number
  /** Server time; a user that expires while the screen is open is removed from the list. */
  now: string
}

/** Temporary users neither revoked nor expired, each with a button to revoke it. */
export function LiveUsers({ agencyId, now }: LiveUsersProps) {
  const query = useQuery(callQuery(agencyUsers.liveSuperUsers, { agencyId }))
  const live = query.data?.filter(({ expires }) => expires > now)
  const whyNot = whyNotTemporaryUser(usePermissions())
  const { end, busy, ordered } = useEnd(agencyId)
  return (
    <section className={styles.section} aria-labelledby="live-temporary-users">
      <h2 id="live-temporary-users">Active Temporary Users</h2>
      <CardState
        what="temporary users"
        {...cardQuery(query, query.error && agencyUserMessages.loadFailed)}
        empty={live?.length === 0 ? agencyUserMessages.noneLive : null}
        lines={1}
      >
        <ul className={styles.cards}>
          {live?.map((user) => (
            <li key={user.grantId} className={styles.card}>
              <h3 className={styles.name}>
                <span className={styles.initials}>{user.username}</span>
              </h3>
              <span className={styles.facts}>
                <span>
                  until <LocalTime at={user.expires} format="MM/DD/YYYY HH:mm:ss" />{' '}
                  <span className={styles.muted}>({inText(minutesSince(now, user.expires))})</span>
                </span>
                <span className={styles.muted}>created by {user.createdBy}</span>
              </span>
              <span className={styles.actions}>
                <Button
                  aria-label={`Revoke now: ${user.username}`}
                  busy={busy.includes(user.grantId)}
                  disabledReason={whyNot}
                  quietReason
                  onClick={() => void end(user)}
                >
                  Revoke now
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </CardState>
      <QueuedNote agencyId={agencyId} command="superUsers" ordered={ordered} />
    </section>
  )
}

const telling = { done: 'shut out', act: 'this', able: 'shut temporary users out' } as const

/** Revokes a temporary user after a confirmation; `ordered` is the command that tells the agency's software. */
function useEnd(agencyId: number) {
  const queries = useQueryClient()
  const { run, sending } = useSend(agencyUsers.revokeSuperUser, { rereads: [agencyUsers.users.module] })
  const [ordered, setOrdered] = useState<Ordered | null>(null)

  async function end({ grantId, username, createdBy }: LiveSuperUser): Promise<void> {
    const ask = {
      title: 'Revoke this temporary user?',
      subject: `${username} · created by ${createdBy}`,
      says: agencyUserMessages.revoking,
      confirmLabel: 'Revoke now',
      danger: true,
    }
    const outcome = await askWithReason(`agency ${agencyId} revoke ${grantId}`, ask, (reason) =>
      run({ agencyId, grantId, ...reason }),
    )
    if (outcome === null) return
    if (outcome.kind !== 'ok') {
      notifyAgency.error(toSentence(outcome, agencyUserMessages.createFailed))
      return
    }
    // A process of the build before, which answers while it is replaced, names no command.
    const commandId = (outcome.data as typeof outcome.data | undefined)?.commandId
    setOrdered({ commandId, words: telling })
    void queries.invalidateQueries({ queryKey: [agencyCommands.softwareStatus.module] })
    notifyAgency.ok(agencyUserMessages.ended(username))
  }
  return { end, ordered, busy: sending.map(({ grantId }) => grantId) }
}
