import { agencies } from '@agency-support/contract/modules/agencies'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { agencyMatches, idDigits } from '@agency-support/contract/rules/search'
import { padAgencyId } from '@agency-support/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { Button } from '../../ui/button.tsx'
import { Link, useNavigateTo } from '../../components/link.tsx'
import { notify } from '../../components/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useShortcuts } from '../../components/shortcuts.ts'
import { type Place, takePlace } from '../../lib/drafts.ts'
import { usePermissions } from '../../lib/profile.ts'
import { callQuery } from '../../lib/query.ts'
import { targetNow, useAgencyTarget } from './agency-target.ts'
import { agencyTable } from './list-table.tsx'
import styles from './list-page.module.css'
import { agencyHelp } from './help.ts'
import { agencyMessages } from './messages.ts'
import { agencyPaths } from './paths.ts'
import { RecentCards } from './recent-cards.tsx'

/** The server answers at most this many (B-50). */
const maxRows = 500

/** What was asked for stands in the address, so that Back brings it again. */
function useAgencySearch() {
  const search = useSearch({ from: '/' })
  const go = useNavigate()
  const navigate = useNavigateTo()
  const asked = search.for ?? ''
  const query = useQuery({ ...callQuery(agencies.search, { searchText: asked }), enabled: asked !== '' })
  const rows = asked === '' ? undefined : query.data
  const digits = idDigits(asked)
  const exact = rows?.find(({ agencyId }) => digits !== undefined && Number(digits) === agencyId)

  function submit(text: string) {
    const wanted = text.trim()
    if (wanted === '') return
    // Asking again for the one agency that was meant opens it.
    if (wanted === asked && exact !== undefined) return navigate(targetNow(exact))
    if (wanted === asked) return void query.refetch()
    void go({ to: '/', search: { ...search, q: wanted, for: wanted, page: undefined } })
  }
  return { asked, query, rows, exact, submit }
}

/** Before any search: how to begin, and the agencies opened last. */
function Idle() {
  return (
    <>
      <p className={styles.idle}>Search by id or name, or press Ctrl+K. Leading zeros are optional.</p>
      <RecentCards />
    </>
  )
}

/** `n` opens the form for a new agency, with the menu's own answer where the right is missing. */
function useNewAgencyKey() {
  const navigate = useNavigateTo()
  const allowed = usePermissions().includes(P.CreateNewAgency)
  useShortcuts([
    {
      keys: 'n',
      label: 'New agency',
      group: 'Screen',
      run: () =>
        allowed ? navigate(agencyPaths.setup) : notify.error(permissionMessages.menu('Agency Setup')),
    },
  ])
}

/** The agency search list. */
export function Page() {
  const [place] = useState<Place | null>(takePlace)
  const binding = useAddressTable(agencyTable)
  const { asked, query, rows, exact, submit } = useAgencySearch()
  const { q } = binding.state
  const target = useAgencyTarget()
  const { onRefresh, ...table } = tableQuery(query, rows, agencyMessages.wentWrong)
  useNewAgencyKey()
  return (
    <>
      <PageHeader title="Agencies" help={agencyHelp[1008]} />
      {place !== null && (
        <p className={styles.back}>
          You were signed out. <Link href={place.href}>Return to {place.title}</Link>
        </p>
      )}
      <DataTable
        {...binding}
        {...table}
        {...(asked === '' ? {} : { onRefresh })}
        rowHref={target}
        rowName={({ name, agencyId }) => (name === '' ? padAgencyId(agencyId) : name)}
        rowCopy={({ agencyId }) => padAgencyId(agencyId)}
        highlight={exact === undefined ? null : String(exact.agencyId)}
        search={{
          label: 'Agency Id or Name',
          matches: agencyMatches,
          submit: { label: 'Search', busy: query.isFetching, onSubmit: submit },
          autoFocus: true,
        }}
        empty={{
          text: agencyMessages.noResults,
          next: q !== '' && q !== asked && (
            <Button onClick={() => submit(q)}>{`Search all agencies for "${q}"`}</Button>
          ),
        }}
        idle={<Idle />}
      />
      {rows !== undefined && rows.length >= maxRows && (
        <p className={styles.more}>
          These are the first {maxRows} agencies. Narrow the search to see others.
        </p>
      )}
    </>
  )
}
