import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { compareTexting, type ComparedLine } from '@agency-support/contract/rules/texting-comparison'
import { CircleCheck, GitCompare, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMissingReason } from '../../components/missing-reason.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { tabMessages } from './tab-messages.ts'

const columns = ['What', 'Here', 'At Bandwidth', 'Difference', 'Repair'].map((header) => ({ header }))

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
      {lines !== null && <Comparison lines={lines} onRepair={onRepair} />}
    </TitledCard>
  )
}

function Comparison({
  lines,
  onRepair,
}: Pick<ComparisonCardProps, 'onRepair'> & { lines: readonly ComparedLine[] }) {
  const differing = lines.filter(({ difference }) => difference !== null).length
  return (
    <>
      <p role="status">
        {differing === 0
          ? tabMessages.nothingDiffers
          : `${differing} of ${lines.length} ${differing === 1 ? 'differs' : 'differ'}.`}
      </p>
      <PlainTable label="Comparison with Bandwidth" columns={columns} scrollLabel="Comparison, scrollable">
        {lines.map((line) => (
          <tr key={line.what}>
            <th scope="row">{line.what}</th>
            <td>{line.here}</td>
            <td>{line.there}</td>
            <td>
              <StatusChip
                role={line.difference === null ? 'ok' : 'warn'}
                icon={line.difference === null ? CircleCheck : TriangleAlert}
                label={line.difference ?? 'Same'}
              />
            </td>
            <td>
              <Repair tcrNumber={line.repairBy} onRepair={onRepair} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  )
}

/** Moves to the documented action with its field filled; changes nothing itself. */
function Repair({
  tcrNumber,
  onRepair,
}: { tcrNumber: string | null } & Pick<ComparisonCardProps, 'onRepair'>) {
  const missing = useMissingReason([P.CanManageTexting])
  if (tcrNumber === null) return <span className="sr-only">none</span>
  return (
    <Button disabledReason={missing} quietReason onClick={() => onRepair(tcrNumber)}>
      {`Send ${tcrNumber} again`}
    </Button>
  )
}
