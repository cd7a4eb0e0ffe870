import type {
  BackgroundTask,
  ProcessFigures,
  ServingProcess,
} from '@agency-support/contract/modules/operations'
import {
  hasFailed,
  isLate,
  isSilent,
  processName,
  taskLabels,
} from '@agency-support/contract/rules/operations'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { ProviderChip } from '../../components/provider-status.tsx'
import { RequestId } from '../../components/loading/request-id.tsx'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { StatusChip, type StatusChipProps } from '../../ui/status-chip.tsx'
import surface from '../../ui/surface.module.css'
import { at } from './fact-lists.tsx'
import { type Fact, Facts } from './facts.tsx'
import { operationsMessages } from './messages.ts'
import styles from './operations.module.css'

const looks = {
  ok: { role: 'ok', icon: CircleCheck },
  warn: { role: 'warn', icon: TriangleAlert },
  bad: { role: 'bad', icon: CircleX },
} as const satisfies Record<string, Omit<StatusChipProps, 'label'>>

const poolLabels = {
  read: 'Connections that read',
  write: 'Connections that write',
  replica: 'Connections to the replica',
} as const satisfies Record<ProcessFigures['pools'][number]['pool'], string>

export interface ProcessCardProps {
  process: ServingProcess
  /** True for the process that answered this request. */
  answered: boolean
  checkedAt: string
}

/** A server process with its figures. */
export function ProcessCard({ process, answered, checkedAt }: ProcessCardProps) {
  const titleId = useId()
  const { build, startedAt, reportedAt, figures } = process
  const silent = isSilent(process, checkedAt)
  return (
    <section className={surface.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {processName(process)}
        </h3>
        {silent ? (
          <StatusChip {...looks.warn} label="silent" />
        ) : (
          <StatusChip {...looks.ok} label={answered ? 'sent this page' : 'serving'} />
        )}
      </div>
      <Facts
        facts={[
          ['Build', build],
          ['Started', at(startedAt, operationsMessages.notKnown)],
          ['Last report', at(reportedAt, operationsMessages.notKnown)],
          ...(figures === null ? [] : figureFacts(figures)),
        ]}
      />
      {figures === null ? (
        <p className={surface.note}>{operationsMessages.otherForm}</p>
      ) : (
        <>
          <Providers providers={figures.providers} />
          <Failures last={figures.answers.last} />
          <Tasks process={process} tasks={figures.tasks} />
        </>
      )}
    </section>
  )
}

function figureFacts(figures: ProcessFigures): readonly Fact[] {
  const { answers, calls, clockApartMs, eventLoopMs, pools, storage } = figures
  const room =
    storage.freeBytes === null || storage.totalBytes === null
      ? null
      : `${formatBytes(storage.freeBytes)} free of ${formatBytes(storage.totalBytes)}`
  return [
    ['Memory', formatBytes(figures.memoryBytes)],
    ['Event loop delay', eventLoopMs === null ? null : `${eventLoopMs.toFixed(0)} ms`],
    [
      'Clock offset from the database',
      clockApartMs === null ? null : `${(clockApartMs / 1000).toFixed(1)} s`,
    ],
    ['Writes', figures.readOnly ? 'refused by the database' : 'accepted'],
    [
      'Answers in five minutes',
      `${formatNumber(answers.all)}, of these ${answers.failed} failed, ${answers.unavailable} by 503`,
    ],
    ['Calls under way', `${calls.underWay} of ${calls.max}`],
    ...pools.map(
      ({ pool, busy, idle, waiting }): Fact => [
        poolLabels[pool],
        `${busy} busy, ${idle} idle, ${formatCount(waiting, 'request')} waiting`,
      ],
    ),
    ['Open screens', formatCount(figures.liveStreams, 'screen')],
    ['Texting hub', formatCount(figures.textingConnections, 'client')],
    [
      storage.store === 'folder' ? 'Files, in a folder' : 'Files, at Azure',
      storage.usable ? room : 'cannot be used',
    ],
  ]
}

function Providers({ providers }: Pick<ProcessFigures, 'providers'>) {
  return (
    <ul className={styles.chips} aria-label="Providers">
      {providers.map((state) => (
        <li key={state.provider}>
          <ProviderChip state={state} />
        </li>
      ))}
    </ul>
  )
}

function Failures({ last }: Pick<ProcessFigures['answers'], 'last'>) {
  if (last.length === 0) return <p className={surface.note}>{operationsMessages.noFailures}</p>
  return (
    <ul className={styles.failures} aria-label="Requests that failed last">
      {last.map(({ at: instant, status, call, requestId }) => (
        <li key={requestId}>
          {at(instant, operationsMessages.notKnown)} {status} {call ?? 'no call'}
          <RequestId id={requestId} />
        </li>
      ))}
    </ul>
  )
}

function toState(task: BackgroundTask, process: ServingProcess): string {
  if (hasFailed(task)) return 'failed last time'
  if (isLate(task, process)) return 'late'
  return task.doneAt === null ? 'not due yet' : 'well'
}

function Tasks({ process, tasks }: { process: ServingProcess } & Pick<ProcessFigures, 'tasks'>) {
  const name = processName(process)
  return (
    <PlainTable
      label={`Background tasks of ${name}`}
      scrollLabel={`Background tasks of ${name}, scrolls`}
      columns={[{ header: 'Background tasks' }, { header: 'Last done' }, { header: 'State' }]}
    >
      {tasks.map((task) => (
        <tr key={task.name}>
          <th scope="row" title={task.name}>
            {taskLabels[task.name] ?? task.name}
          </th>
          <td>{at(task.doneAt, operationsMessages.never)}</td>
          <td>{toState(task, process)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
