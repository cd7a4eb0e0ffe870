import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { type AgencyKey, agencyKeys } from '@agency-support/contract/modules/agency-keys'
import { P } from '@agency-support/contract/permissions'
import { agoText, minutesSince } from '@agency-support/contract/rules/health'
import { useQuery } from '@tanstack/react-query'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useMissingReason } from '../../components/missing-reason.ts'
import { PermissionNotice } from '../../components/permission-gate.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useShownOnce } from '../../components/use-shown-once.ts'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { callKey, callQuery, failureText } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Fact } from '../../ui/fact.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './key-card.module.css'
import { keyMessages } from './messages.ts'
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx'

/** Usage is recorded once a minute, so polling faster is useless. */
const lookAgainMs = 60_000
const format = 'MM/DD/YYYY HH:mm:ss'

/** The key of the agency's own software: when it was issued and last used, and its replacement. */
export function Part({ agency }: AgencyTabProps) {
  const query = useQuery({
    ...callQuery(agencyKeys.get, { agencyId: agency.agencyId }),
    refetchInterval: lookAgainMs,
  })
  const key = query.data?.[0]
  return (
    <TitledCard title="Agency key" id="agency-key">
      <div className={styles.card}>
        <CardState what="key" {...cardQuery(query, failureText(query.error, keyMessages.wentWrong))}>
          {key === undefined ? <p>{keyMessages.none}</p> : <KeyFacts facts={key} />}
          <KeyActions agency={agency} hasKey={key !== undefined} />
        </CardState>
      </div>
    </TitledCard>
  )
}

function KeyFacts({ facts: { since, lastUsedAt, previousUntil } }: { facts: AgencyKey }) {
  const now = useNow()
  return (
    <dl className={styles.facts}>
      <Fact term="In use since">
        <LocalTime at={since} format={format} />
      </Fact>
      <Fact term="Last used">
        {lastUsedAt === null ? (
          keyMessages.neverUsed
        ) : (
          <>
            <LocalTime at={lastUsedAt} format={format} />{' '}
            <span>{agoText(minutesSince(lastUsedAt, now))}</span>
          </>
        )}
      </Fact>
      {previousUntil !== null && (
        <Fact term="Key before it is taken until">
          <LocalTime at={previousUntil} format={format} />
        </Fact>
      )}
    </dl>
  )
}

/** Issue if there is no key, otherwise rotate and revoke. */
function KeyActions({ agency, hasKey }: { agency: AgencyConfig; hasKey: boolean }) {
  const { agencyId } = agency
  const rereads = callKey(agencyKeys.get, { agencyId })
  const issuing = useSend(agencyKeys.issue, { rereads })
  const rotating = useSend(agencyKeys.rotate, { rereads })
  const revoking = useSend(agencyKeys.revoke, { rereads })
  const confirm = useConfirm()
  const { made, show, close } = useShownOnce<string>(() => keyMessages.unseen)
  const missing = useMissingReason([hasKey ? P.AgencyManagementAdmin : P.CreateNewAgency])
  const subject = toAgencySubject(agency)

  async function give(sending: typeof issuing | typeof rotating) {
    const outcome = await sending.run({ agencyId })
    if (outcome.kind === 'ok') show(outcome.data.key)
    else notifyAgency.error(toSentence(outcome, keyMessages.wentWrong))
  }

  async function rotate() {
    const body = keyMessages.rotating
    if (await confirm({ title: 'Rotate the key?', subject, body, confirmLabel: 'Rotate key' }))
      await give(rotating)
  }

  async function revoke() {
    const ask = { title: 'Revoke the key?', subject, body: keyMessages.revoking, confirmLabel: 'Revoke key' }
    if (!(await confirm({ ...ask, danger: true }))) return
    const outcome = await revoking.run({ agencyId })
    if (outcome.kind === 'ok') notifyAgency.ok(keyMessages.revoked)
    else notifyAgency.error(toSentence(outcome, keyMessages.wentWrong))
  }

  return (
    <>
      <PermissionNotice key={String(hasKey)} text={missing && `${keyMessages.noRight} ${missing}`} />
      <div className={styles.actions}>
        {hasKey ? (
          <>
            <Button busy={rotating.busy} disabledReason={missing} quietReason onClick={() => void rotate()}>
              Rotate key
            </Button>
            <Button busy={revoking.busy} disabledReason={missing} quietReason onClick={() => void revoke()}>
              Revoke key
            </Button>
          </>
        ) : (
          <Button busy={issuing.busy} disabledReason={missing} quietReason onClick={() => void give(issuing)}>
            Issue key
          </Button>
        )}
        {made !== null && <MadeKey of={subject} made={made} onClose={close} />}
      </div>
    </>
  )
}

/** The newly created key, which nobody can see again. */
function MadeKey({ of, made, onClose }: { of: string; made: string; onClose: () => void }) {
  return (
    <SecretDialog title="New agency key" secret={made} what="the key" onClose={onClose}>
      The key of <strong>{of}</strong>. {keyMessages.shownOnce}
    </SecretDialog>
  )
}
