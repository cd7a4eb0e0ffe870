// @vitest-environment jsdom
import { allCalls } from '@agency-support/contract'
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { render, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../test/answering-calls.ts'
import { openPage } from '../../test/page.tsx'
import { AgencyTabsContext } from '../agency/agency-tab.ts'
import { allAgencyTabs, loadTab } from './agency-tabs.ts'
import { afterPaint } from '../lib/after-paint.ts'
import { isPrefetching, prefetch } from '../lib/prefetch.ts'
import { queryClient } from '../lib/requests/query.ts'
import { useFirstReads } from '../modules/agencies/agency-tabs.tsx'
import { Page } from '../modules/agencies/detail-page.tsx'

/** The agency screen at an address, with all tabs; nobody answers the agency's own read. */
async function openAgency(query: string, tabs = allAgencyTabs) {
  const calls = await answeringCalls({ GetAgencyConfig: lateAnswer().answer, GetTimeZones: done() })
  const { wrapper: Around } = await openPage(`/agency-detail/6938${query}`, '/agency-detail/$id')
  const wrapper: typeof Around = ({ children }) => (
    <Around>
      <AgencyTabsContext value={tabs}>{children}</AgencyTabsContext>
    </Around>
  )
  return { calls, wrapper }
}

const readsOfFiles = ['ClientConversionErrors', 'GetAgencyMultiFolderLog']

test.each([
  ['', readsOfFiles],
  ['?tab=Users', ['GetAgencyUsers']],
])('at %j the tab is read without waiting for the agency', async (query, reads) => {
  const { calls, wrapper } = await openAgency(query)
  render(<Page />, { wrapper })
  const others = () => calls.names().filter((name) => !['GetAgencyConfig', 'GetTimeZones'].includes(name))
  await vi.waitFor(() => expect(others().toSorted()).toEqual(reads), 10_000)
  expect(calls.inputs(reads[0] ?? '')).toEqual([{ agencyId: 6938 }])
})

test('while it is not known whether an agency has the tab that is asked for, none is read', async () => {
  const load = vi.fn(() => Promise.resolve())
  const tabs = allAgencyTabs.map((tab) => ({ ...tab, load }))
  const { wrapper } = await openAgency('?tab=texting', tabs)
  const unknown: { agency: AgencyConfig | undefined } = { agency: undefined }
  const { rerender } = renderHook(({ agency }) => useFirstReads(6938, agency), {
    wrapper,
    initialProps: unknown,
  })
  await afterPaint()
  expect(load).not.toHaveBeenCalled()
  rerender({ agency: { isOnline: false, domains: 2 } as AgencyConfig })
  await afterPaint()
  expect(load).toHaveBeenCalledExactlyOnceWith(6938)
})

test('a tab is read after the frame that shows it', async () => {
  const load = vi.fn(() => Promise.resolve())
  const { wrapper } = await openAgency(
    '',
    allAgencyTabs.map((tab) => ({ ...tab, load })),
  )
  renderHook(() => useFirstReads(6938, undefined), { wrapper })
  await new Promise((frame) => requestAnimationFrame(frame))
  expect(load).not.toHaveBeenCalled()
  await afterPaint()
  expect(load).toHaveBeenCalledExactlyOnceWith(6938)
})

test('a tab that does not apply to an online agency is not read', async () => {
  const load = vi.fn(() => Promise.resolve())
  const { wrapper } = await openAgency(
    '?tab=downloads',
    allAgencyTabs.map((tab) => ({ ...tab, load })),
  )
  const known = (isOnline: boolean) => ({ agency: { isOnline, domains: 0 } as AgencyConfig })
  const { rerender } = renderHook(({ agency }) => useFirstReads(6938, agency), {
    wrapper,
    initialProps: known(true),
  })
  await afterPaint()
  expect(load).not.toHaveBeenCalled()
  rerender(known(false))
  await afterPaint()
  expect(load).toHaveBeenCalledExactlyOnceWith(6938)
})

test('while the first reads of a tab are answered no code is awaited, so that missing code may load the page anew', async () => {
  const late = lateAnswer()
  await answeringCalls(Object.fromEntries(readsOfFiles.map((name) => [name, late.answer])))
  await prefetch(() => loadTab(6938, undefined))
  expect([queryClient.isFetching(), isPrefetching()]).toEqual([2, false])
  late.give(done())
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 10_000)
})

test('what a tab reads before anybody asks changes nothing and needs no permission beyond CanAccess', async () => {
  const { calls } = await openAgency('')
  await Promise.all(allAgencyTabs.map(({ load }) => prefetch(async () => load?.(6938))))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 10_000)
  const names = new Set(calls.names())
  const begun = allCalls.filter(({ at }) => 'command' in at && names.has(at.command))
  expect(begun).toHaveLength(names.size)
  expect(names.size).toBeGreaterThan(7)
  for (const { name, kind, access, needs, heavy } of begun)
    expect([name, kind, access, needs, heavy]).toEqual([name, 'read', 'staff', [], false])
})
