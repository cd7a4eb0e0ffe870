// @vitest-environment jsdom
import { switches } from '@agency-support/contract/modules/switches'
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done } from '../../test/answering-calls.ts'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { stubResizeObserver } from '../../test/without-layout.ts'
import { useOutage } from '../lib/requests/outage.ts'
import { useSlowAnswers } from '../lib/requests/slow-answer.ts'
import { EdgeBanner } from '../ui/edge-banner.tsx'
import { Banners } from './banners.tsx'
import { LowerEdge } from './lower-edge.tsx'

test('a banner that comes later stands after those that are there, whether the shell or the screen shows it', () => {
  stubResizeObserver()
  cleanWhenFinished()
  const screenWith = (late: boolean) => (
    <>
      {late && <EdgeBanner kind="info">Late.</EdgeBanner>}
      <EdgeBanner kind="info">Early.</EdgeBanner>
      <LowerEdge banners={<Banners build={null} />} />
    </>
  )
  const { rerender } = render(screenWith(false))
  act(() => useSlowAnswers.setState(1))
  act(() => useOutage.setState({ sentence: 'Out of order.' }))
  rerender(screenWith(true))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.split(' ')[0])).toEqual([
    'Early.',
    'The',
    'Out',
    'Late.',
    '',
  ])
})

test('a new version is offered within five minutes, whether anybody is signed in or not', async () => {
  stubResizeObserver()
  cleanWhenFinished()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await answeringCalls({ [switches.clientConfig.at.path]: done({ build: 'next' }) })
  render(<LowerEdge banners={<Banners build="this" />} />)
  vi.advanceTimersByTime(5 * 60_000)
  expect(await screen.findByText('A new version is ready.')).toBeDefined()
})
