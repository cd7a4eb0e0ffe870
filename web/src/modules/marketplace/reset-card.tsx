import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import {
  type AgencyMarketplaceProduct,
  marketplace,
  type Registration,
} from '@agency-support/contract/modules/marketplace'
import { P } from '@agency-support/contract/permissions'
import { whyNotEditAgency } from '@agency-support/contract/rules/agencies'
import { changeReset, fitReset, isResetValid, noReset } from '@agency-support/contract/rules/marketplace'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notify } from '../../components/messages/notify.ts'
import { PermissionGate } from '../../components/permission-gate.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { usePermissions } from '../../lib/profile.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { CloudResetState } from './cloud-reset-state.tsx'
import styles from './marketplace.module.css'
import { marketplaceMessages } from './messages.ts'
import { ResetFields } from './reset-fields.tsx'
import { toSentences, whyEmpty } from './reset-words.ts'
import { sendReset, toNotice } from './send-reset.ts'

const none: readonly never[] = []

interface ResetCardProps {
  agency: AgencyConfig
  /** Undefined until loaded; then there is nothing to choose. */
  registrations: readonly Registration[] | undefined
  products: readonly AgencyMarketplaceProduct[] | undefined
}

/** Resets a test agency: registrations, subscriptions and cloud data. */
export function ResetCard({ agency, registrations, products }: ResetCardProps) {
  const { agencyId } = agency
  const notice = whyNotEditAgency(usePermissions())
  const query = useQuery(callQuery(marketplace.cloudData, { agencyId }))
  const used = products?.filter(({ subscribed, optedIn }) => subscribed || optedIn)
  const stock = {
    initials: (registrations ?? none).map(({ initials }) => initials),
    products: used ?? none,
    cloud: query.data ?? undefined,
  }
  const whyNone = {
    registrations: whyEmpty(registrations, marketplaceMessages.noRegistrations),
    products: whyEmpty(used, marketplaceMessages.noSubscriptions),
  }
  return (
    <TitledCard title="Agency Reset" id="agency-reset">
      <CardState
        what="cloud data"
        {...cardQuery(query, failureText(query.error, marketplaceMessages.wentWrong))}
      >
        <PermissionGate needs={[P.EditAgencyStatus]} notice={notice}>
          <ResetForm agency={agency} stock={stock} whyNone={whyNone} />
        </PermissionGate>
        <CloudResetState reset={query.data?.reset ?? null} />
      </CardState>
    </TitledCard>
  )
}

interface ResetFormProps {
  agency: AgencyConfig
  stock: Parameters<typeof toSentences>[1]
  whyNone: Parameters<typeof ResetFields>[0]['whyNone']
}

function ResetForm({ agency, stock, whyNone }: ResetFormProps) {
  const [chosen, setChosen] = useState(noReset)
  const confirm = useConfirm()
  const rereads = { rereads: [marketplace.reset.module] }
  const reset = useSend(marketplace.reset, rereads)
  const cloudReset = useSend(marketplace.cloudReset, rereads)
  const choice = fitReset(chosen, {
    initials: stock.initials,
    productIds: stock.products.map(({ id }) => id),
  })
  const isValid = isResetValid(choice)
  const sentences = toSentences(choice, stock)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isValid || reset.busy || cloudReset.busy) return
    const confirmed = await confirm({
      title: 'Reset this agency',
      subject: toAgencySubject(agency),
      body: <Lines lines={[...sentences, 'The history of its subscriptions stays.']} />,
      confirmLabel: 'Reset',
      cancelLabel: 'Keep everything',
      danger: true,
      typed: { kind: 'agencyId', agencyId: agency.agencyId },
    })
    if (!confirmed) return
    const calls = { reset: reset.run, cloudReset: cloudReset.run }
    const failure = await sendReset(agency.agencyId, choice, calls)
    const { level, text, ms } = toNotice(failure)
    notify[level](text, { ms })
    if (failure === null) setChosen(noReset)
  }

  return (
    <form className={styles.reset} onSubmit={(event) => void submit(event)}>
      <ResetFields
        choice={choice}
        stock={stock}
        whyNone={whyNone}
        onChange={(change) => setChosen(changeReset(choice, change))}
      />
      <div role="status" className={styles.sentences}>
        <Lines lines={sentences} />
      </div>
      <Button
        type="submit"
        busy={reset.busy || cloudReset.busy}
        disabledReason={isValid ? undefined : marketplaceMessages.nothingChosen}
      >
        Reset
      </Button>
    </form>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.lines}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
