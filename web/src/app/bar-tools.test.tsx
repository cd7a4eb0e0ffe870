// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../../test/page.tsx'
import { LocalTime, toggleUtc } from '../components/text/local-time.tsx'
import { useClientConfig, useHelpCentre } from '../lib/environment.ts'
import { useUtc } from '../lib/format/utc.ts'
import { BarTools } from './bar-tools.tsx'

const profile = {
  hsUserName: 'lee@support.test',
  exp: 0,
  permissions: [2000],
  passwordChangeRequired: false,
}

test('help is offered at its address of the last visit, whenever the settings come', async () => {
  onTestFinished(() => act(() => useHelpCentre.setState(null, true)))
  useHelpCentre.setState('https://help.test/', true)
  expect(useClientConfig.getState()).toBeNull()
  const { wrapper } = await openPage()
  render(<BarTools profile={profile} />, { wrapper })
  const help = screen.getByRole('link', { name: 'Help (opens a new tab)' })
  expect(help.getAttribute('href')).toBe('https://help.test/')
})

test('while times are in UTC the bar says so, and a click on that goes back to local time', async () => {
  onTestFinished(() => act(() => useUtc.setState(false, true)))
  const { wrapper } = await openPage()
  render(
    <>
      <BarTools profile={profile} />
      <LocalTime at="2026-11-20T02:56:23Z" format="MM/DD/YYYY HH:mm" />
    </>,
    { wrapper },
  )
  const name = 'Times are in UTC. Show local time'
  expect(screen.queryByRole('button', { name })).toBeNull()
  act(toggleUtc)
  const mark = screen.getByRole('button', { name })
  expect([mark.textContent, mark.dataset['tip']]).toEqual(['UTC', name])
  expect(screen.getByRole('time').textContent).toBe('11/20/2026 02:56')
  await userEvent.click(mark)
  expect(screen.queryByRole('button', { name })).toBeNull()
  expect(useUtc.getState()).toBe(false)
})
