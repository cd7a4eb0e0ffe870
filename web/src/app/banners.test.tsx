// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
      <LowerEdge banners={<Banners build={null} signedIn={false} />} />
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
