// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { useClientConfig } from '../../lib/environment.ts'
import { keepFocus } from '../../ui/focused.ts'
import { EmbeddedPage, Planned } from './embedded-page.tsx'
import { framePlan } from './frame-plan.ts'

keepFocus()

const frames = {
  hosts: { localhost: 'dev' },
  self: '',
  bases: { dev: { 'agency-setup-6x': 'https://manage.example/setup' } },
}
const shown = (site: string | undefined) =>
  renderToStaticMarkup(<Planned title="A page" plan={framePlan({ site, host: 'localhost', frames })} />)

test('[FRAME-03] without a site the screen says so, and frames nothing', () => {
  for (const site of [undefined, '', 'elsewhere']) {
    expect(shown(site)).toMatch(/role="alert".*<p>Internal Error - Invalid site specified<\/p>/)
    expect(shown(site)).not.toContain('<iframe')
  }
  expect(shown('agency-setup-6x')).toContain('<iframe')
  expect(shown('agency-setup-6x')).not.toContain('Internal Error')
})

test('without the settings the screen says so, and frames its page once they are read', async () => {
  onTestFinished(() => useClientConfig.setState(null, true))
  let isAway = true
  await answeringCalls({ '/api/client-config': () => (isAway ? 500 : done(config())) })
  const { wrapper } = await openPage()
  const config = () => ({ frames: { ...frames, hosts: { [window.location.hostname]: 'dev' } } })
  render(<EmbeddedPage title="Agency Setup 6.x" site="agency-setup-6x" backTo="/" />, { wrapper })
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByTitle('Agency Setup 6.x')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  // The first control below is a skip link, which would cover the top bar.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  // The top bar has them now too.
  expect(useClientConfig.getState()).toEqual(config())
})
