import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { MultifolderTokens } from '@agency-support/contract/modules/agency-file-shapes'
import { P } from '@agency-support/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Button } from '../../ui/button.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { missingReason, useMissingReason } from '../../components/missing-reason.ts'
import { ReasonLine } from '../../components/reason-line.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { send, toSentence } from '../../lib/requests/api.ts'
import { callKey, callQuery, failureText, replaceData, wasUnread } from '../../lib/requests/query.ts'
import surface from '../../ui/surface.module.css'
import { agencyFileHelp } from './help.ts'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'
import { TokenTable } from './token-table.tsx'

/** The multifolder token: its last renewal, its last failure, and deleting its file. */
export function TokenPanel({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const query = useQuery(callQuery(agencyFiles.multifolderLog, { agencyId }))
  const tokens = query.data
  return (
    <TitledCard title="Multifolder token" help={agencyFileHelp[1002]}>
      <CardState
        what="token"
        {...cardQuery(query, failureText(query.error, fileMessages.wentWrong))}
        empty={tokens === null ? fileMessages.noToken : null}
      >
        {tokens && <TokenTable tokens={tokens} />}
      </CardState>
      {(tokens !== undefined || wasUnread(query)) && <p className={surface.note}>{fileMessages.refreshed}</p>}
      {tokens && <DeleteToken agency={agency} />}
    </TitledCard>
  )
}

const needs = [P.ResetMultifolderToken]

/** Deletes the token file after a confirmation; without the permission, says whom to ask. */
function DeleteToken({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const queries = useQueryClient()
  const confirm = useConfirm()
  const missing = useMissingReason(needs)

  async function remove() {
    const outcome = await send(agencyFiles.deleteMultifolderFile, { agencyId })
    if (outcome.kind === 'failed' || outcome.kind === 'refused')
      return notifyAgency.error(toSentence(outcome, fileMessages.wentWrong))
    replaceData<MultifolderTokens | null>(
      queries,
      callKey(agencyFiles.multifolderLog, { agencyId }),
      () => null,
    )
    notifyAgency.ok(outcome.kind === 'ok' ? fileMessages.tokenDeleted : fileMessages.noToken)
  }
  return (
    <div className={styles.instead}>
      <ReasonLine role="status">{`${fileMessages.noDeleteRight} ${missingReason(needs)}`}</ReasonLine>
      {missing === undefined && (
        <div>
          <Button
            icon={<Trash2 aria-hidden="true" />}
            onClick={() =>
              void confirm({
                title: fileMessages.deleteToken,
                subject: toAgencySubject(agency),
                body: 'The agency’s software writes a new one at its next run.',
                confirmLabel: 'Delete token file',
                cancelLabel: 'Keep it',
                danger: true,
                action: remove,
              })
            }
          >
            Delete token file
          </Button>
        </div>
      )}
    </div>
  )
}
