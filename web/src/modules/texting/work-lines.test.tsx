// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { CampaignWork, NumberWork } from './work-lines.tsx'

const waits = {
  requestedAt: '2026-03-15T12:00:00Z',
  requestedBy: 'ann@support.test',
  failures: 1,
  lastFailure: 'Bandwidth cannot be reached',
  nextAttemptAt: '2026-03-15T12:04:05Z',
  endedAt: null,
  succeeded: null,
}
const ended = {
  ...waits,
  lastFailure: 'No number left',
  nextAttemptAt: null,
  endedAt: '2026-03-15T12:06:05Z',
}
const idle = { newPhone: '8015550142', number: null, campaign: null }
/** In any time zone. */
const time = String.raw`03/1[45]/2026 \d\d:\d\d:05`

test('[SHELL-21] what waits for Bandwidth says why and until when, and a refusal stands', async () => {
  const { wrapper } = await openPage()
  const { rerender } = render(<NumberWork work={{ ...idle, number: waits }} />, { wrapper })
  const text = () => document.body.textContent
  const failed = `· asked for by ann@support.testBandwidth cannot be reached. Next attempt ${time}$`
  expect(text()).toMatch(new RegExp(`^Order pending: 801-555-0142 ${failed}`))
  rerender(<NumberWork work={{ ...idle, number: { ...ended, succeeded: false } }} />)
  expect(text()).toBe('Not changed: No number left')
  rerender(<NumberWork work={{ ...idle, number: { ...ended, succeeded: true } }} />)
  expect(text()).toBe('')
  rerender(<CampaignWork work={{ ...idle, campaign: waits }} />)
  expect(text()).toMatch(new RegExp(`^Waiting for Bandwidth ${failed}`))
  rerender(<CampaignWork work={{ ...idle, campaign: { ...ended, succeeded: false } }} />)
  expect(text()).toBe('Bandwidth refused it: No number left')
})
