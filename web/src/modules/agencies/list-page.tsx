import { agencies } from '@agency-support/contract/modules/agencies'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { agencyMatches, idDigits } from '@agency-support/contract/rules/search'
import { padAgencyId } from '@agency-support/contract/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { parseTableState } from '../../components/data-table/table-state.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { Link, useNavigateTo } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useNewKey } from '../../components/keyboard/use-new-key.ts'
import { type Place, takePlace } from '../../lib/drafts.ts'
import { isBackOffice } from '../../lib/deep-link.ts'
import { usePermissions } from '../../lib/profile.ts'
import { failureText, queryClient, remarkedQuery } from '../../lib/requests/query.ts'
import { targetNow, useAgencyTarget } from './agency-target.ts'
import { agencyTable } from './list-table.tsx'
import { useRememberedList } from '../../agency/list-place.ts'
import styles from './list-page.module.css'
import { agencyHelp } from './help.ts'
import { agencyMessages } from './messages.ts'
import { agencyPaths } from './paths.ts'
import { RecentCards } from './recent-cards.tsx'

/** Debounce before the server is asked. */
const restMs = 150

/** The text sent to the server: the debounced input, or immediately when submitted. */
function useAsked(typed: string): [asked: string, ask: (text: string) => void] {
  const [asked, ask] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => ask(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed === '' ? '' : asked, ask]
}

const searchQuery = (searchText: string) => remarkedQuery(agencies.search, { searchText })

export function beginReads(search: Readonly<Record<string, unknown>>): void {
  const asked = parseTableState(agencyTable, search).q.trim()
  if (asked !== '') void queryClient.prefetchQuery(searchQuery(asked))
}

/**
 * Agencies that match the typed text. Until the server has answered, the rows of the previous text stay; while the
 * field is empty as well, if there were any (B-50).
 */
function useAgencySearch(typed: string) {
  const [asked, ask] = useAsked(typed)
  const navigate = useNavigateTo()
  const query = useQuery({
    ...searchQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const found = query.data
  const rows = asked === '' && found?.data.length === 0 ? undefined : found?.data
  const isAnswered = asked === typed && !query.isPlaceholderData && rows !== undefined
  const digits = idDigits(asked)
  const exact = isAnswered
    ? rows.find(({ agencyId }) => digits !== undefined && Number(digits) === agencyId)
    : undefined

  function submit(text: string): boolean {
    if (text === '') return false
    if (text !== asked) {
      ask(text)
      return false
    }
    // Submitting again opens the agency if it is an exact match.
    if (exact === undefined) void query.refetch({ cancelRefetch: false })
    else navigate(targetNow(exact))
    return exact === undefined && isAnswered
  }
  // The server remarks that there are more than it returns.
  return { query, rows, isCut: (found?.remark ?? '') !== '', exact, isAnswered, submit }
}

/** Before any search: how to begin, and recent agencies. */
function Idle() {
  return (
    <>
      <p className={styles.idle}>
        Search by id or name{isBackOffice() ? '' : ', or press Ctrl+K'}. Leading zeros are optional.
      </p>
      <RecentCards />
    </>
  )
}

/** `n` opens the form for a new agency, or shows the menu's message if the permission is missing. */
function useNewAgencyKey() {
  const navigate = useNavigateTo()
  const allowed = usePermissions().includes(P.CreateNewAgency)
  const whyNot = allowed ? undefined : permissionMessages.menu('Agency Setup')
  useNewKey('New agency', () => navigate(agencyPaths.setup), whyNot)
}

/** Why the person arrived here instead of where they were going. */
const backSays: Readonly<Record<Place['why'], string>> = {
  ended: 'You were signed out.',
  notSignedIn: 'You have signed in.',
  refused: 'You were refused something.',
}

/** The agency search list. */
export function Page() {
  const [place] = useState<Place | null>(takePlace)
  const binding = useAddressTable(agencyTable)
  const { query, rows, isCut, exact, isAnswered, submit } = useAgencySearch(binding.state.q.trim())
  useRememberedList()
  const target = useAgencyTarget()
  useNewAgencyKey()
  return (
    <>
      <PageHeader title="Agencies" help={agencyHelp[1008]} />
      {place !== null && (
        <p className={styles.back}>
          {backSays[place.why]} <Link href={place.href}>Return to {place.title}</Link>
        </p>
      )}
      <DataTable
        {...binding}
        {...tableQuery(query, rows, failureText(query.error, agencyMessages.wentWrong))}
        rowHref={target}
        rowName={({ name, agencyId }) => (name === '' ? padAgencyId(agencyId) : name)}
        rowCopy={({ agencyId }) => padAgencyId(agencyId)}
        cut={isCut ? agencyMessages.firstOfMore(rows?.length ?? 0) : null}
        highlight={exact === undefined ? null : String(exact.agencyId)}
        search={{
          label: 'Agency Id or Name',
          matches: agencyMatches,
          submit: { label: 'Search', busy: query.isLoading, onSubmit: submit },
          autoFocus: true,
        }}
        empty={{
          text: isAnswered ? agencyMessages.noResults : agencyMessages.searchingAll(rows?.length ?? 0),
        }}
        idle={<Idle />}
      />
    </>
  )
}
