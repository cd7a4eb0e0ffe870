import type { Suppression } from '@agency-support/contract/modules/email'
import { suppressionId, typeLabel } from '@agency-support/contract/rules/email'
import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import type { Selected } from '../../components/data-table/selection.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { takesText } from '../../components/keyboard/shortcuts.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { Button } from '../../ui/button.tsx'
import { EdgeBanner } from '../../ui/edge-banner.tsx'
import { emailHelp } from './help.ts'
import { emailMessages } from './messages.ts'
import { readFailure } from './read-failure.ts'
import { SuppressionDetails } from './suppression-details.tsx'
import styles from './suppressions-page.module.css'
import { detailsWords, suppressionMatches, suppressionsTable } from './suppressions-table.tsx'
import { type PurgeProgress, usePurge } from './use-purge.ts'
import { getSearched, useSuppressions } from './use-suppressions.ts'

const none: Selected = new Set()
const rowName = (row: Suppression): string => `${row.email}, ${typeLabel(row)}`

const emptyText = (isComplete: boolean): string =>
  isComplete ? emailMessages.empty : emailMessages.emptyOfListed

export const beginReads = (): void => void queryClient.prefetchQuery(getSearched(''))

/** Suppressed addresses: why, and purging them. */
export function Page() {
  const binding = useAddressTable(suppressionsTable)
  const [selected, setSelected] = useState(none)
  const { purge, progress, problem } = usePurge((gone) =>
    setSelected((before) => new Set([...before].filter((id) => !gone.has(id)))),
  )
  const { query, rows, remark, isSearching } = useSuppressions(binding.state.q, progress !== null)
  const page = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useMemo(
    () => rows?.filter((row) => selected.has(suppressionId(row))) ?? [],
    [rows, selected],
  )

  async function run() {
    if (!(await purge(chosen))) return
    // A disabled button loses focus; the next step is usually another search.
    const { activeElement } = document
    if (activeElement === document.body || activeElement === button.current)
      page.current?.querySelector<HTMLElement>('[inputmode="search"]')?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Delete' && !takesText(event.target)) button.current?.focus()
  }

  return (
    <>
      <PageHeader title="Email Management" help={emailHelp[1013]} />
      <Remark>{remark}</Remark>
      <div ref={page} role="presentation" className={styles.page} onKeyDown={onKeyDown}>
        <DataTable
          {...binding}
          {...tableQuery(query, rows, readFailure(query.error))}
          loading={query.isFetching || isSearching}
          rowName={rowName}
          rowCopy={({ email }) => email}
          search={{ label: 'Search', matches: suppressionMatches, autoFocus: true }}
          selection={{
            selected,
            onChange: setSelected,
            stays: true,
            actions: (
              <PurgeButton
                ref={button}
                count={chosen.length}
                progress={progress}
                onPurge={() => void run()}
              />
            ),
          }}
          expand={(row) => <SuppressionDetails row={row} />}
          expandWords={detailsWords}
          empty={{ text: emptyText(remark === '' && !isSearching) }}
        />
        {problem !== null && <EdgeBanner kind="bad">{problem}</EdgeBanner>}
      </div>
    </>
  )
}

/** What the list lacks, above the table (D-47): in a line that is kept for it, because it comes with the rows. */
function Remark({ children }: { children: string }) {
  return (
    <p role="status" className={styles.remark}>
      {children !== '' && <TriangleAlert aria-hidden="true" />}
      <span>{children}</span>
    </p>
  )
}

interface PurgeButtonProps {
  ref: Ref<HTMLButtonElement>
  /** Number of selected addresses. */
  count: number
  progress: PurgeProgress | null
  onPurge: () => void
}

/** The purge button with the number of addresses, and its progress. */
function PurgeButton({ ref, count, progress, onPurge }: PurgeButtonProps) {
  return (
    <>
      <output className={styles.progress}>
        {progress !== null && emailMessages.progress(progress.done, progress.all)}
      </output>
      <Button
        ref={ref}
        variant="danger"
        busy={progress !== null}
        disabledReason={count === 0 ? emailMessages.noneSelected : undefined}
        quietReason
        onClick={onPurge}
      >
        {count === 0 ? 'Purge' : `Purge ${formatNumber(count)}`}
      </Button>
    </>
  )
}
