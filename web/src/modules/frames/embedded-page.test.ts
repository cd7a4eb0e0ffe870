import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Planned } from './embedded-page.tsx'
import { framePlan } from './frame-plan.ts'

const frames = {
  hosts: { localhost: 'dev' },
  self: '',
  bases: { dev: { 'agency-setup-6x': 'https://manage.example/setup' } },
}
const shown = (site: string | undefined) =>
  renderToStaticMarkup(
    createElement(Planned, { title: 'A page', plan: framePlan({ site, host: 'localhost', frames }) }),
  )

test('[FRAME-03] without a site the screen says so, and frames nothing', () => {
  for (const site of [undefined, '', 'elsewhere']) {
    expect(shown(site)).toMatch(/role="alert".*<p>Internal Error - Invalid site specified<\/p>/)
    expect(shown(site)).not.toContain('<iframe')
  }
  expect(shown('agency-setup-6x')).toContain('<iframe')
  expect(shown('agency-setup-6x')).not.toContain('Internal Error')
})
