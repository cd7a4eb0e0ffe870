import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { alerts } from '@agency-support/contract/modules/alerts'
import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { AgencyTabsContext } from '../../agency/agency-tab.ts'
import { isBackOffice } from '../../lib/deep-link.ts'
import { usePermissions } from '../../lib/profile.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { useRecents } from '../../agency/recents.ts'
import { useAgencyTarget } from '../../modules/agencies/agency-target.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { NavEntry } from '../nav.ts'
import { maxSuggestions, type Offer } from './entries.ts'
import type { Entry } from './entry.ts'
import {
  agencyEntries,
  agencyOfPath,
  alertEntries,
  emailEntries,
  offeredTabs,
  ownEntries,
  productEntries,
  screenEntries,
  topicEntries,
  typedEntries,
  userEntries,
  vendorEntries,
} from './offers.ts'
import type { Question } from './question.ts'

/** Debounce before the server is asked. */
const restMs = 150
const maxSearchText = 200

const none: readonly never[] = []

/** What the palette offers of this agency: its visible tabs (none if it does not exist) and its users. */
function useHere(agencyId: number | null, isTyped: boolean) {
  const tabs = use(AgencyTabsContext)
  const permissions = usePermissions()
  const { data: agency, isLoading: isAgencyLoading } = useQuery({
    ...callQuery(agencies.config, { agencyId: agencyId ?? 0 }),
    enabled: agencyId !== null,
  })
  const hasUsers = isTyped && agency !== undefined && agency !== null && !agency.isOnline && !isBackOffice()
  const { data: users, isLoading } = useQuery({
    ...callQuery(agencyUsers.users, { agencyId: agencyId ?? 0 }),
    enabled: hasUsers,
  })
  const shown = useMemo(
    () => (agency === null ? [] : offeredTabs(tabs, { agency, permissions, backOffice: isBackOffice() })),
    [tabs, agency, permissions],
  )
  const people = useMemo(
    () => (hasUsers ? userEntries(agency.agencyId, users ?? none, permissions) : none),
    [hasUsers, agency, users, permissions],
  )
  return { tabs: shown, users: people, isLoading: isTyped && (isAgencyLoading || isLoading) }
}

/** A list, if the person may open its items: somebody who no longer may still has the last answer. */
function useList<Item, Key extends QueryKey>(
  list: UseQueryOptions<Item[], Error, Item[], Key>,
  isWanted: boolean,
  may = true,
): readonly Item[] {
  const { data } = useQuery({ ...list, enabled: may && isWanted })
  return (may && data) || none
}

/** Active alerts and products, if the person may open them, and vendors. */
function useRecords(isWanted: boolean): readonly Entry[] {
  const held = usePermissions()
  const active = useList(callQuery(alerts.list, {}), isWanted, held.includes(P.CanAccessSystemAlerts))
  const listed = useList(callQuery(products.list, {}), isWanted, held.includes(P.ApplicationManagement))
  const vendors = useList(callQuery(products.vendors, {}), isWanted)
  return useMemo(
    () => [...alertEntries(active), ...productEntries(listed), ...vendorEntries(vendors)],
    [active, listed, vendors],
  )
}

/** Everything the palette can offer now; `waiting` until the server has answered. */
export function useOffer(
  question: Question,
  entries: readonly NavEntry[],
  path: string,
): { offer: Offer; waiting: boolean } {
  const held = usePermissions()
  const here = agencyOfPath(path)
  const recent = useRecents()
  const address = useAgencyTarget()
  const wanted = question.only === null ? question.text.slice(0, maxSearchText) : ''
  const rested = useDebounced(wanted, restMs)
  const asked = question.isWholeId ? wanted : rested
  // Digits are usually the start of an id; the reads below are not needed for it and would delay its answer.
  const needsMore = !question.isDigits || rested !== ''
  const { tabs, users, isLoading } = useHere(here, question.text !== '' && needsMore)
  const search = useQuery({
    ...callQuery(agencies.search, { searchText: asked, max: maxSuggestions }),
    enabled: asked !== '' && asked === wanted,
  })
  const records = useRecords(wanted !== '' && needsMore)
  const fixed = useMemo(
    () => ({
      here: here === null ? [] : agencyEntries(here, tabs, held),
      screens: [...screenEntries(entries, held, here), ...ownEntries],
    }),
    [here, tabs, held, entries],
  )
  const settled = asked === wanted && (search.data !== undefined || search.isError)
  const offer: Offer = {
    ...fixed,
    users,
    typed: [
      ...(here === null ? [] : typedEntries(here, tabs, question.text)),
      ...emailEntries(question.text, held),
    ],
    recent: recent.filter(({ agencyId }) => agencyId !== here),
    topics: topicEntries,
    records,
    // A failed answer says nothing about which agencies exist.
    found: wanted !== '' && settled ? search.data : undefined,
    failed: wanted !== '' && settled && search.data === undefined,
    address,
  }
  return { offer, waiting: wanted !== '' && (!settled || isLoading) }
}
