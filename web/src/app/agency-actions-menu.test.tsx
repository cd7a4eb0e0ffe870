// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../test/page.tsx'
import { type AgencyTab, AgencyTabsContext } from '../agency/agency-tab.ts'
import { profileStore } from '../lib/profile.ts'
import { Part } from './agency-actions-menu.tsx'

// Loaded ahead, as when the page is idle.
beforeAll(async () => void (await import('../ui/menu.tsx')))

const tab = (index: number, more: Partial<AgencyTab>): AgencyTab =>
  ({ index, name: `tab${index}`, label: `Tab ${index}`, notForOnline: false, ...more }) as AgencyTab
const tabs = [
  tab(0, { notForOnline: true, actions: [{ label: 'Send a command', focus: '#send' }] }),
  tab(1, {
    actions: [
      { label: 'Check the storage', query: { create: '1' }, focus: '#check' },
      { label: 'Change the status', needs: [P.EditAgencyStatus], focus: '#status' },
    ],
  }),
  tab(2, {}),
]

async function openMenu({ isOnline = false, permissions = [] as number[] }) {
  const { wrapper, address } = await openPage('/agency-detail/6938')
  profileStore.set({ hsUserName: 'a@b.test', exp: 0, permissions, passwordChangeRequired: false })
  onTestFinished(() => profileStore.set(null))
  const agency = { agencyId: 6938, isOnline } as AgencyConfig
  render(
    <AgencyTabsContext value={tabs}>
      <Part agency={agency} />
      <button id="check">Check</button>
    </AgencyTabsContext>,
    { wrapper },
  )
  const user = userEvent.setup({ delay: null })
  screen.getByRole('button', { name: 'Actions of this agency' }).focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menu')
  const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { user, address, labels }
}

test('the menu lists by tab what a person may do at the agency, and leads to its control', async () => {
  const { user, address, labels } = await openMenu({})
  expect(labels()).toEqual(['Send a command', 'Check the storage'])
  expect(screen.queryByText('Tab 2')).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(address()).toBe('/agency-detail/6938?tab=tab1&create=1'))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('check'))
})

test('it has an action with the right alone, and none of a tab that does not apply to online agencies', async () => {
  const { labels } = await openMenu({ isOnline: true, permissions: [P.EditAgencyStatus] })
  expect(labels()).toEqual(['Check the storage', 'Change the status'])
})
