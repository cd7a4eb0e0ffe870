// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { EmbeddedPage, Planned } from './embedded-page.tsx'
import { framePlan } from './frame-plan.ts'

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
  const answers = [500, done({ frames: { ...frames, bases: {} } })]
  await answeringCalls({ '/api/client-config': () => answers.shift() ?? 500 })
  const { wrapper } = await openPage()
  render(<EmbeddedPage title="Agency Setup 6.x" site="agency-setup-6x" backTo="/" />, { wrapper })
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This page is not configured for this environment.')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
