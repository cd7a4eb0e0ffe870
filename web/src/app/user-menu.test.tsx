// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../../test/page.tsx'
import { recents } from '../agency/recents.ts'
import { recordDeepLink, recordedDeepLink } from '../lib/deep-link.ts'
import { offerDrafts, rememberPlace, takePlace } from '../lib/drafts.ts'
import { UserMenu } from './user-menu.tsx'

const person = 'lee@support.test'

test('clearing leaves nothing of the person in this browser, neither for good nor for this tab', async () => {
  localStorage.setItem('environment', 'qa')
  recents.setUser(person)
  onTestFinished(() => recents.setUser(null))
  recents.visit({ agencyId: 6938, name: 'Lee Agency', isCloud: false })
  recordDeepLink({ source: 'bo', destination: 'as', tab: '' })
  rememberPlace(person, { href: '/vendors', title: 'Vendors', why: 'refused' })
  offerDrafts(person, { name: 'Half a na' })
  const { wrapper } = await openPage()
  const profile = { hsUserName: person, exp: 0, permissions: [2000], passwordChangeRequired: false }
  render(<UserMenu profile={profile} />, { wrapper })
  await userEvent.click(screen.getByRole('button', { name: `Settings of ${person} (L)` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Clear saved data on this browser' }))
  expect([takePlace(), recordedDeepLink(), recents.get()]).toEqual([null, undefined, []])
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['environment'], []])
})
