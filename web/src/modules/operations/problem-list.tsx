import type { OperationsProblem } from '@agency-support/contract/modules/operations'
import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react'
import { StatusChip, type StatusChipProps } from '../../ui/status-chip.tsx'
import surface from '../../ui/surface.module.css'
import { operationsMessages } from './messages.ts'
import styles from './operations.module.css'

const looks = {
  bad: { role: 'bad', icon: OctagonAlert, label: 'Now' },
  warn: { role: 'warn', icon: TriangleAlert, label: 'Look' },
  none: { role: 'ok', icon: CircleCheck, label: operationsMessages.nothingWrong },
} as const satisfies Record<OperationsProblem['weight'] | 'none', StatusChipProps>

/** Problems and what to do about them, worst first. */
export function ProblemList({ problems }: { problems: readonly OperationsProblem[] }) {
  return (
    <section className={surface.card} aria-labelledby="operations-problems">
      <h2 id="operations-problems" className={styles.title}>
        What is wrong
      </h2>
      {problems.length === 0 ? (
        <p>
          <StatusChip {...looks.none} />
        </p>
      ) : (
        <ul className={styles.problems}>
          {problems.map(({ weight, says, fix }) => (
            <li key={says}>
              <StatusChip {...looks[weight]} />
              <div>
                <p className={styles.says}>{says}</p>
                <p className={styles.fix}>{fix}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
