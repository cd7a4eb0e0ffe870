import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { padAgencyId } from '@agency-support/contract/ids'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, startTransition, use, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { EdgeBanner } from '../../ui/edge-banner.tsx'
import { arrived, awaitArrival } from '../../components/keyboard/arrival-keys.ts'
import { Waiting } from '../../components/loading/card-state.tsx'
import { Link } from '../../components/link.tsx'
import { LoadedPart } from '../../components/loading/loaded-part.tsx'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { toAgencyName } from '../../agency/agency-name.ts'
import { type AgencyTab, AgencyTabsContext } from '../../agency/agency-tab.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { isBackOffice, recordedDeepLink } from '../../lib/deep-link.ts'
import { usePermissions } from '../../lib/profile.ts'
import { prefetch, prefetchWhenIdle } from '../../lib/prefetch.ts'
import { useNameScreen } from '../../lib/screen-name.ts'
import { framePaths } from '../frames/paths.ts'
import surface from '../../ui/surface.module.css'
import { agencyMessages } from './messages.ts'
import { backOfficeTab, chooseTab, findFirstReads, visibleTabs } from './visible-tabs.ts'

/** Prefetches the code of all tabs when the page is idle. */
function useTabsAhead(tabs: readonly AgencyTab[]): void {
  useEffect(() => {
    for (const { page } of tabs) prefetchWhenIdle(page.fetch)
  }, [tabs])
}

/** The tab named in the address, otherwise by a deep link. */
function useAskedTab(): string | undefined {
  const { tab } = useSearch({ from: '/agency-detail/$id' })
  return tab?.toLowerCase() ?? recordedDeepLink()?.tab
}

/** Starts the first reads of the tab that will be shown, also before the agency is known. */
export function useFirstReads(agencyId: number, agency: AgencyConfig | undefined): void {
  const viewer = { agency, permissions: usePermissions(), backOffice: isBackOffice() }
  const load = findFirstReads(use(AgencyTabsContext), useAskedTab(), viewer)
  useEffect(() => {
    if (load === undefined) return
    // After the frame that shows the key: it takes longer than a frame to begin loading code.
    void prefetch(async () => {
      await afterPaint()
      await load(agencyId)
    })
  }, [agencyId, load])
}

/** The tabs of an agency; the chosen one is in the address as ?tab=. */
export function AgencyTabs({ agency }: { agency: AgencyConfig }) {
  const all = use(AgencyTabsContext)
  const permissions = usePermissions()
  const tabs = useMemo(
    () => visibleTabs(all, { agency, permissions, backOffice: isBackOffice() }),
    [all, agency, permissions],
  )
  const asked = useAskedTab()
  const chosen = chooseTab(tabs, asked, agency.isOnline)
  useTabsAhead(tabs)
  const go = useNavigate()
  const whyNot = (tab: string | undefined) =>
    all.find(({ name }) => name === tab)?.whyHidden?.(agency, permissions)
  const whyNotAsked = whyNot(asked)
  const choose = (tab: string) => void go({ to: '.', search: { tab } })
  function chooseByKey(tab: string) {
    if (tab !== chosen?.name) awaitArrival(tab)
    choose(tab)
  }
  const name = toAgencyName(agency.name)
  // Id, name and tab distinguish browser tabs of different callers.
  useNameScreen(`${padAgencyId(agency.agencyId)} ${name} · ${chosen?.label ?? ''}`)
  useShortcuts(
    tabs.flatMap(({ name, label, key }) =>
      key === undefined ? [] : [{ keys: `t ${key}`, label, group: 'Agency', run: () => chooseByKey(name) }],
    ),
  )
  // Rendered after the header has been painted; the tabs' keys work from then on.
  const isDrawn = useDeferredValue(true, false)
  if (chosen === undefined) return <p>{whyNot(backOfficeTab)}</p>
  if (!isDrawn) return null
  return (
    <Tabs
      label={`Parts of ${name}`}
      tabs={tabs.map(({ name, label, notForOnline }) => ({
        id: name,
        label: notForOnline ? `${label}*` : label,
        dimmed: notForOnline && agency.isOnline ? agencyMessages.dimmedTab : null,
      }))}
      legend={tabs.some(({ notForOnline }) => notForOnline) ? agencyMessages.onlineLegend : null}
      chosen={chosen.name}
      onChoose={choose}
    >
      <DeferredPanel>
        <ChosenTab key={chosen.name} agency={agency} tab={chosen} />
      </DeferredPanel>
      {whyNotAsked !== undefined && <EdgeBanner kind="info">{whyNotAsked}</EdgeBanner>}
    </Tabs>
  )
}

/**
 * The panel, rendered in a task of its own after the bar of tabs: a key waits for one of the two at most. Not by
 * useDeferredValue(), which the bar uses already: React renders the one within the other at once.
 */
function DeferredPanel({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

interface ChosenTabProps {
  agency: AgencyConfig
  tab: AgencyTab
}

function ChosenTab({ agency, tab }: ChosenTabProps) {
  if (agency.isOnline && tab.notForOnline) return <NotForOnline agency={agency} tab={tab} />
  return (
    <LoadedPart
      of={tab.page}
      props={{ agency }}
      waiting={<Waiting what={tab.label} />}
      failed={agencyMessages.tabNotLoaded}
      onSettled={() => arrived(tab.name)}
    />
  )
}

/** The notice of an asterisked tab for an online agency (B-11), and what the tab shows of it anyway. */
function NotForOnline({ agency, tab }: ChosenTabProps) {
  useEffect(() => arrived(tab.name), [tab])
  return (
    <div className={surface.tab}>
      <Banner kind="info">
        {agencyMessages.notForOnline}{' '}
        <Link href={framePaths.agency(agency.agencyId)}>{agencyMessages.newerPage}</Link>
      </Banner>
      {tab.onlinePart !== undefined && (
        <LoadedPart
          key={tab.name}
          of={tab.onlinePart}
          props={{ agency }}
          waiting={<Waiting what={tab.label} />}
          failed={agencyMessages.tabNotLoaded}
        />
      )}
    </div>
  )
}
