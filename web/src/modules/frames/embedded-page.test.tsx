// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { useClientConfig } from '../../lib/environment.ts'
import { idleSeconds, noteInput } from '../../lib/idle.ts'
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

test('input in the framed page counts as input; to stay in it does not', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  noteInput()
  render(<Planned title="A page" plan={framePlan({ site: 'agency-setup-6x', host: 'localhost', frames })} />)
  const frame = screen.getByTitle<HTMLIFrameElement>('A page')
  const pass = () => void vi.setSystemTime(Date.now() + 60_000)
  const report = (kind: string, origin = 'https://manage.example') =>
    fireEvent(window, new MessageEvent('message', { data: { kind }, origin, source: frame.contentWindow }))
  pass()
  report('input', 'https://elsewhere.example')
  report('ready')
  expect(idleSeconds()).toBe(60)
  report('input')
  expect(idleSeconds()).toBe(0)
  pass()
  // A click into the page, of which this one sees only that it loses the focus.
  frame.focus()
  fireEvent.blur(window)
  expect(idleSeconds()).toBe(0)
  pass()
  expect(idleSeconds()).toBe(60)
})
