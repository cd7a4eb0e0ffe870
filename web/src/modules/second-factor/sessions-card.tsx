import { type OwnSession, secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { notify } from '../../components/messages/notify.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { securityMessages } from './messages.ts'
import styles from './security.module.css'
import { useAction } from './use-action.ts'

/** The person's sessions; another one or all others can be ended. */
export function SessionsCard() {
  const query = useQuery(callQuery(secondFactor.sessions, {}))
  const { data } = query
  const { act, busy } = useAction()
  const confirm = useConfirm()
  const others = data?.filter(({ current }) => !current).length ?? 0

  async function end({ sessionId }: OwnSession) {
    const outcome = await act(secondFactor.endSession, { sessionId })
    if (outcome?.kind === 'ok') notify.ok(securityMessages.sessionEnded)
  }
  async function endOthers() {
    const sure = await confirm({
      title: 'End all other sessions?',
      body: 'Their screens close at once; what is typed there and not saved is lost.',
      confirmLabel: 'End the others',
      danger: true,
    })
    if (!sure) return
    const outcome = await act(secondFactor.endOtherSessions, {})
    if (outcome?.kind === 'ok') notify.ok(securityMessages.othersEnded)
  }

  return (
    <TitledCard title={securityMessages.sessions}>
      <CardState what="sessions" {...cardQuery(query, failureText(query.error, securityMessages.wentWrong))}>
        <ul className={styles.list} aria-label={securityMessages.sessions}>
          {data?.map((one) => (
            <Place key={one.sessionId} place={one} busy={busy !== null} onEnd={() => void end(one)} />
          ))}
        </ul>
        <div>
          <Button
            busy={busy === secondFactor.endOtherSessions}
            disabledReason={others === 0 ? 'You are signed in only here.' : undefined}
            onClick={() => void endOthers()}
          >
            End all others
          </Button>
        </div>
      </CardState>
    </TitledCard>
  )
}

function Place({ place, busy, onEnd }: { place: OwnSession; busy: boolean; onEnd: () => void }) {
  return (
    <li className={styles.item}>
      <Monitor aria-hidden="true" />
      <div className={styles.what}>
        <span>
          <strong>{place.device}</strong> from {place.address}
        </span>
        <span className={styles.fact}>
          Signed in <LocalTime at={place.signedInAt} format="MM/DD/YYYY HH:mm" />, last used{' '}
          <LocalTime at={place.lastUsedAt} format="MM/DD/YYYY HH:mm" />
        </span>
      </div>
      {place.current ? (
        <span className={styles.fact}>This browser</span>
      ) : (
        <Button
          aria-label={`End the session of ${place.device} from ${place.address}`}
          busy={busy}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  )
}
