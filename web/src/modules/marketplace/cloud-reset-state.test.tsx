// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { CloudResetState } from './cloud-reset-state.tsx'

const state = {
  requestedAt: '2026-03-15T12:00:00Z',
  requestedBy: 'ann@support.test',
  failures: 1,
  lastFailure: 'The store cannot be reached',
  nextAttemptAt: '2026-03-15T12:04:05Z',
  endedAt: null,
  succeeded: null,
}
const reset = { allServices: false, total: 1_500, removed: 1_000, state }
/** In any time zone. */
const time = String.raw`Mar 1[45]th 2026 \d{1,2}:\d\d:05 (am|pm)`

test('[MKT-16] [MKT-50] a cloud reset shows its progress, why it waits until when, and when it has ended', async () => {
  const { wrapper } = await openPage()
  const { rerender } = render(<CloudResetState reset={reset} />, { wrapper })
  const status = screen.getByRole('status')
  expect(status.textContent).toMatch(
    new RegExp(
      `^Cloud data: 1,000 of 1,500 files removed · asked for by ann@support.test` +
        `The store cannot be reached. Next attempt ${time}$`,
    ),
  )
  const progress = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Cloud data removed' })
  expect([progress.value, progress.max]).toEqual([1_000, 1_500])
  rerender(<CloudResetState reset={{ ...reset, total: 1, removed: 0 }} />)
  expect(status.textContent).toMatch(/^Cloud data: 0 of 1 file removed · /)
  const ended = { ...state, lastFailure: null, endedAt: '2026-03-15T12:06:05Z', succeeded: true }
  rerender(<CloudResetState reset={{ ...reset, removed: 1_500, state: ended }} />)
  expect(status.textContent).toMatch(
    new RegExp(`^Cloud data: 1,500 files removed, ended ${time} · asked for by ann@support.test$`),
  )
  rerender(<CloudResetState reset={{ ...reset, removed: 1, state: ended }} />)
  expect(status.textContent).toMatch(/^Cloud data: 1 file removed, ended /)
  rerender(<CloudResetState reset={null} />)
  expect(status.textContent).toBe('')
})
