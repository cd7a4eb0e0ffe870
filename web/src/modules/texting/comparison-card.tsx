import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { compareTexting, type ComparedLine } from '@agency-support/contract/rules/texting-comparison'
import { GitCompare } from 'lucide-react'
import { useState } from 'react'
import { Comparison } from '../../components/comparison.tsx'
import { useMissingReason } from '../../components/missing-reason.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { tabMessages } from './tab-messages.ts'

interface ComparisonCardProps {
  agencyId: number
  /** Fills in the TCR number; the person submits it. */
  onRepair: (tcrNumber: string) => void
}

/** Our record next to Bandwidth's; requested only by its button. */
export function ComparisonCard({ agencyId, onRepair }: ComparisonCardProps) {
  const { run, busy } = useSend(texting.comparison)
  const [lines, setLines] = useState<readonly ComparedLine[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function compare() {
    const outcome = await run({ agencyId })
    if (outcome.kind !== 'ok') return setFailure(toSentence(outcome, tabMessages.wentWrong))
    setFailure(null)
    setLines(compareTexting(outcome.data))
  }
  return (
    <TitledCard title="Reconciliation">
      <div>
        <Button
          id="texting-compare"
          icon={<GitCompare aria-hidden="true" />}
          busy={busy}
          onClick={() => void compare()}
        >
          Compare with Bandwidth
        </Button>
      </div>
      {failure !== null && <Problem>{failure}</Problem>}
      {lines !== null && (
        <Comparison
          provider="Bandwidth"
          what="What"
          rows={lines.map(({ repairBy, ...line }) => ({
            ...line,
            id: line.what,
            repair: repairBy === null ? null : <Repair tcrNumber={repairBy} onRepair={onRepair} />,
          }))}
          same={tabMessages.nothingDiffers}
        />
      )}
    </TitledCard>
  )
}

/** Moves to the documented action with its field filled. */
function Repair({ tcrNumber, onRepair }: { tcrNumber: string } & Pick<ComparisonCardProps, 'onRepair'>) {
  const missing = useMissingReason([P.CanManageTexting])
  return (
    <Button disabledReason={missing} quietReason onClick={() => onRepair(tcrNumber)}>
      {`Send ${tcrNumber} again`}
    </Button>
  )
}
