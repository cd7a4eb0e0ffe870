import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { type AgencyHealth, health } from '@agency-support/contract/modules/health'
import { maxClientIds, tooManyClientIds } from '@agency-support/contract/rules/agency-commands'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { setFilters } from '../../components/data-table/use-table-state.ts'
import { ControlLink } from '../../components/control-link.tsx'
import { focusSoon } from '../../components/keyboard/focus-soon.ts'
import { useNavigateTo } from '../../components/link.tsx'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { callQuery, failureText, wasUnread } from '../../lib/requests/query.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import { agencyCommandPaths, executeButton } from '../agency-commands/paths.ts'
import { AgencyIdContext, useAgencyId } from '../../agency/agency-id-context.ts'
import { CodeChips } from './code-chips.tsx'
import { explainCode } from './error-codes.ts'
import { listClients, codeCounts, errorMatches, type ErrorRow, errorRows } from './error-rows.ts'
import surface from '../../ui/surface.module.css'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'
import { agencyFilePaths, firstDownload } from './paths.ts'

const col = column<ErrorRow>()

function Actions({ clientId }: ErrorRow) {
  const agencyId = useAgencyId()
  return (
    <span className={styles.actions}>
      <ControlLink
        href={agencyFilePaths.lookUp(agencyId, clientId)}
        focus={firstDownload(clientId)}
        aria-label={`Look up client ${clientId}`}
      >
        Look up client
      </ControlLink>
      <ControlLink
        href={agencyCommandPaths.fill(agencyId, 'sync', clientId)}
        focus={executeButton}
        aria-label={`Resync ${clientId}`}
      >
        Resync
      </ControlLink>
    </span>
  )
}

/** A code with its cause and next step as a tooltip; when filtered by it, they are shown with the filter. */
function Code({ code }: Pick<ErrorRow, 'code'>) {
  const meaning = explainCode(code)
  if (meaning === null) return code
  return (
    <abbr className={styles.code} data-tip={meaning}>
      {code}
    </abbr>
  )
}

/** The sync errors of an agency: the documented columns, and actions for a client. */
const errorsTable = defineTable<ErrorRow>({
  id: 'sync-errors',
  caption: 'Client conversion and sync errors',
  sizes: [25, 50, 100],
  filters: { code: null },
  rowId: ({ id }) => id,
  columns: [
    col('clientId', { header: 'Client Id', width: 112, figures: true, rowHeader: true }),
    timeColumn('date', {
      header: 'Date',
      width: 168,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    col('code', { header: 'Code', width: 80, align: 'end', cell: ({ code }) => <Code code={code} /> }),
    col('msg', { header: 'Message', width: 280, flex: true }),
    controlColumn('actions', {
      header: 'Actions',
      width: 184,
      cell: (row) => <Actions {...row} />,
    }),
  ],
})

/** Paging is hidden for 25 rows and fewer (spec-001 §2.2). */
const pagerAbove = 25

/** Clients that could not be converted or synced; several can be resynced together. */
export function ErrorsTable({ agencyId }: { agencyId: number }) {
  const binding = useAddressTable(errorsTable)
  const { state } = binding
  const code = state.filters['code'] ?? ''
  const query = useQuery(callQuery(agencyFiles.conversionErrors, { agencyId }))
  const all = useMemo(() => query.data && errorRows(query.data), [query.data])
  // Only an empty list needs it: the health of an agency loads after what the tab shows.
  const facts = useQuery({ ...callQuery(health.agency, { agencyId }), enabled: all?.length === 0 })
  // No sentence about an empty list that another would replace in a moment.
  const isUndecided = all?.length === 0 && facts.isPending && !wasUnread(facts)
  const rows = useMemo(
    () => (code === '' ? all : all?.filter((row) => String(row.code) === code)),
    [all, code],
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const setCode = (next: string): void => setFilters(binding, { code: next })
  return (
    <section className={surface.section} aria-labelledby="errors-title">
      <h2 id="errors-title">Client conversion/sync errors</h2>
      <ErrorsReportedAt agencyId={agencyId} />
      <AgencyIdContext value={agencyId}>
        <DataTable
          {...binding}
          {...tableQuery(
            query,
            isUndecided ? undefined : rows,
            failureText(query.error, fileMessages.wentWrong),
          )}
          rowName={({ clientId }) => `client ${clientId}`}
          rowCopy={({ clientId }) => clientId}
          search={{ label: 'Search', matches: errorMatches }}
          filters={
            all !== undefined && <CodeChips counts={codeCounts(all)} chosen={code} onChoose={setCode} />
          }
          activeFilters={code === '' ? [] : [{ label: codeLabel(code), onRemove: () => setCode('') }]}
          empty={{ text: all?.length === 0 ? whatNone(facts.data) : fileMessages.noMatch }}
          pagerAbove={pagerAbove}
          selection={{
            selected,
            onChange: setSelected,
            actions: <ResyncButton clients={listClients(rows ?? [], selected)} />,
          }}
        />
      </AgencyIdContext>
    </section>
  )
}

/** What an empty list means: no errors only if the agency's software has reported that; without health nobody knows. */
function whatNone(facts: AgencyHealth | null | undefined): string {
  if (!facts) return fileMessages.noErrorsKnown
  return facts.syncErrorsAt === null ? fileMessages.noErrorsYet : fileMessages.noErrors
}

/** The code with its cause and next step; below the chips, so that the pressed one stays where it is. */
function codeLabel(code: string): string {
  const meaning = explainCode(Number(code))
  return meaning === null ? `Code ${code}` : `Code ${code}: ${meaning}`
}

/** Opens the Command tab with the chosen clients. */
function ResyncButton({ clients }: { clients: readonly string[] }) {
  const agencyId = useAgencyId()
  const navigate = useNavigateTo()
  const tooMany = clients.length > maxClientIds ? tooManyClientIds() : undefined
  return (
    <Button
      variant="primary"
      disabledReason={tooMany}
      onClick={() => {
        navigate(agencyCommandPaths.fill(agencyId, 'sync', clients.join(',')))
        focusSoon(executeButton)
      }}
    >
      Resync {formatCount(clients.length, 'client')}
    </Button>
  )
}

/** When the agency's software reported its errors; reserves its line, so that nothing moves when the answer arrives. */
function ErrorsReportedAt({ agencyId }: { agencyId: number }) {
  const { data } = useQuery(callQuery(health.agency, { agencyId }))
  return (
    <p className={styles.reported}>
      {data && data.syncErrorsAt !== null && (
        <>
          Reported by the agency’s software <TimeAgo at={data.syncErrorsAt} />
        </>
      )}
      {data?.syncErrorsAt === null && data.syncErrors === 0 && 'Never reported by the agency’s software'}
      {data?.syncErrorsAt === null &&
        data.syncErrors > 0 &&
        'When the agency’s software reported them is not known'}
    </p>
  )
}
