import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { type AgencyTexting, texting } from '@agency-support/contract/modules/texting'
import { isTcrNumber } from '@agency-support/contract/rules/texting'
import { useState } from 'react'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { refusalItem, toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { tabMessages } from './tab-messages.ts'
import styles from './texting-tab.module.css'

const rules = { number: (text: string) => (isTcrNumber(text.trim()) ? null : tabMessages.tcrRule) }
const rereads = [texting.setTcrNumber.module]

interface TcrCardProps {
  agency: AgencyConfig
  /** Undefined until it is read. */
  record: AgencyTexting | undefined
  /** A number from the comparison, only used to fill the field. */
  proposed: string | undefined
}

/** Setting and removing the campaign of an agency. */
export function TcrCard({ agency, record, proposed }: TcrCardProps) {
  const [filled, setFilled] = useState(proposed ?? '')
  const form = useForm({ initial: { number: filled }, rules })
  const { set, busy, problem, onEdit } = useSetNumber(agency.agencyId, record?.version ?? 0)
  const remove = useRemove(agency)

  async function save({ number }: { number: string }) {
    if (!(await set(number.trim()))) return
    // What was typed while it was under way is the next number.
    setFilled('')
    form.settle({ number })
    notifyAgency.ok(tabMessages.tcrSaved)
  }
  return (
    <TitledCard title="TCR number">
      <div id="texting-tcr" className={styles.tcr}>
        <FormShell
          form={form}
          onSave={(values) => void save(values)}
          saving={busy}
          error={problem}
          onEdit={onEdit}
          saveLabel="Update"
          disabledReason={whyNotSave(record, form.values.number)}
          kept={{ id: `agency ${agency.agencyId} TCR number`, names: ['number'] }}
          label="TCR number"
          align="beside"
        >
          <TextField
            {...form.field('number')}
            label="New TCR number"
            mask={pastedText}
            maxLength={20}
            spellCheck={false}
            autoFocus={proposed !== undefined}
          />
        </FormShell>
      </div>
      <div>
        <Button
          id="texting-tcr-remove"
          busy={remove.busy}
          disabledReason={whyNotRemove(record)}
          onClick={() => void remove.ask(record?.tcrNumber ?? '')}
        >
          Remove TCR number
        </Button>
      </div>
    </TitledCard>
  )
}

function whyNotSave(record: AgencyTexting | undefined, typed: string): string | undefined {
  if (record === undefined) return tabMessages.notRead
  return typed.trim() === '' ? 'Type a TCR number first.' : undefined
}

function whyNotRemove(record: AgencyTexting | undefined): string | undefined {
  if (record === undefined) return tabMessages.notRead
  return record.tcrNumber === '' ? tabMessages.noTcr : undefined
}

/** Stores a number, over the one of version `read`; true once that is done. */
function useSetNumber(agencyId: number, read: number) {
  const { run, busy, failing, problem, clearRefusal } = useSend(texting.setTcrNumber, {
    unclear: tabMessages.wentWrong,
    rereads,
  })
  const [overwrites, setOverwrites] = useState(0)

  async function set(number: string): Promise<boolean> {
    const outcome = await run({ agencyId, number, version: Math.max(read, overwrites) })
    const stale = refusalItem(texting.setTcrNumber, 'stale', outcome)
    if (stale !== undefined) setOverwrites(stale.version)
    return outcome.kind === 'ok'
  }
  function onEdit() {
    // What was stored meanwhile stays named: the next attempt overwrites it, whatever is typed.
    if (failing && refusalItem(texting.setTcrNumber, 'stale', failing) !== undefined) return
    clearRefusal()
  }
  return { set, busy, problem, onEdit }
}

function useRemove(agency: AgencyConfig) {
  const { agencyId } = agency
  const confirm = useConfirm()
  const { run, busy } = useSend(texting.removeTcrNumber, { rereads })

  async function ask(tcrNumber: string) {
    const confirmed = await confirm({
      title: 'Remove TCR number',
      subject: toAgencySubject(agency),
      body: (
        <p>{`TCR number ${tcrNumber} is removed, and the texting product status is reset to Pending.`}</p>
      ),
      confirmLabel: 'Remove',
      danger: true,
    })
    if (!confirmed) return
    const outcome = await run({ agencyId })
    if (outcome.kind === 'ok' || outcome.kind === 'none') notifyAgency.ok(tabMessages.tcrRemoved)
    else notifyAgency.error(toSentence(outcome, tabMessages.wentWrong))
  }
  return { ask, busy }
}
