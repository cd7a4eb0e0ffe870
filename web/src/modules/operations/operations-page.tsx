import { operations, type OperationsStatus } from '@agency-support/contract/modules/operations'
import { useQuery } from '@tanstack/react-query'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RefreshBar } from '../../components/loading/refresh-bar.tsx'
import { useRefresh } from '../../components/loading/use-refresh.ts'
import { callQuery, errorText } from '../../lib/requests/query.ts'
import { databaseFacts, journalFacts, queueFacts, softwareFacts } from './fact-lists.tsx'
import { FactCard } from './facts.tsx'
import { operationsHelp } from './help.ts'
import { operationsMessages } from './messages.ts'
import styles from './operations.module.css'
import { ProblemList } from './problem-list.tsx'
import { ProcessCard } from './process-card.tsx'

/** State of this installation: problems first, then facts. */
export function Page() {
  const refresh = useRefresh()
  const query = useQuery({ ...callQuery(operations.status, {}), ...refresh.options })
  const { data } = query
  return (
    <>
      <PageHeader title="Operations" help={operationsHelp[1024]} />
      <div className={styles.page}>
        <RefreshBar what="the figures" query={query} refresh={refresh} />
        <CardState
          what="the figures"
          {...cardQuery(query, errorText(query.error, operationsMessages.wentWrong))}
        >
          {data && <Status status={data} />}
        </CardState>
      </div>
    </>
  )
}

function Status({ status }: { status: OperationsStatus }) {
  const { answeredBy, checkedAt, problems, processes } = status
  return (
    <>
      <ProblemList problems={problems} />
      <div className={styles.cards}>
        <FactCard title="Database" facts={databaseFacts(status.database)} />
        <FactCard title="Queues" facts={queueFacts(status.queues)} />
        <FactCard title="Journal" facts={journalFacts(status.journal)} />
        <FactCard title="Agencies’ software" facts={softwareFacts(status.software)} />
      </div>
      <section className={styles.page} aria-labelledby="operations-processes">
        <h2 id="operations-processes" className={styles.title}>
          {processes === null ? 'Server processes' : `Server processes: ${processes.length}`}
        </h2>
        {processes === null && <p>They could not be read.</p>}
        <div className={styles.processes}>
          {processes?.map((process) => (
            <ProcessCard
              key={process.processId}
              process={process}
              answered={process.processId === answeredBy}
              checkedAt={checkedAt}
            />
          ))}
        </div>
      </section>
    </>
  )
}
