// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { alertOf } from '../../../test/alert.ts'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { ConfirmHost } from '../../components/dialogs/confirm.tsx'
import { Page } from './alerts-page.tsx'

test('an alert that could not be resolved is told as that, also where the list cannot be read again', async () => {
  stubResizeObserver()
  HTMLElement.prototype.scrollIntoView = () => undefined
  const answers = [done(alertOf()), 500, done(alertOf())]
  await answeringCalls({ GetAlerts: () => answers.shift() ?? 404, ResolveAlert: 500 })
  const { wrapper } = await openPage('/status-admin')
  hold([P.CanAccessSystemAlerts, P.CanManageSystemAlerts])
  render(
    <>
      <Page />
      <ConfirmHost />
    </>,
    { wrapper },
  )
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: /^Resolve/ }))
  const final = await screen.findByRole('button', { name: 'Resolve' })
  expect(final.dataset['variant']).toBe('danger')
  await user.click(final)
  const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  const unresolved = 'Error: An error occurred processing the request.'
  await waitFor(() => expect(said()).toEqual([unresolved, 'Error: Unable to get alerts.Try again']))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(said()).toEqual([unresolved]))
})

test('the table is called Active Alerts on the screen, and why no alert may be added is readable there', async () => {
  stubResizeObserver()
  await answeringCalls({ GetAlerts: done(alertOf()) })
  const { wrapper } = await openPage('/status-admin')
  hold([P.CanAccessSystemAlerts])
  render(<Page />, { wrapper })
  expect(await screen.findByRole('heading', { name: 'Active Alerts' })).toBeDefined()
  const add = screen.getByRole('button', { name: 'Add alert' })
  const reason = document.querySelector(`#${CSS.escape(add.getAttribute('aria-describedby') ?? '')}`)
  expect(reason?.textContent).toMatch(/^You do not have permission to manage system alerts\./)
  expect(reason?.classList.contains('sr-only')).toBe(false)
})
