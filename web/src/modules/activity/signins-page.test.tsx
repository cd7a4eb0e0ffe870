// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { concerns } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { activityPaths } from './paths.ts'
import { Page } from './signins-page.tsx'

const hourMs = 60 * 60 * 1000

test('[MKT-80] the sign-in report is asked for again by its button only: not by time, not on coming back, not by a sign-in', async () => {
  stubResizeObserver()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const period = { period: '10:00', locals: 3, kotter: 0, opusW: 0, opusE: 0, opusE2: 0 }
  const server = await answeringCalls({ GetHostingEnvSigninsLastNHours: done(period) })
  const { wrapper } = await openPage(activityPaths.signins, activityPaths.signins)
  render(<Page />, { wrapper })
  await screen.findByRole('rowheader')
  await vi.advanceTimersByTimeAsync(hourMs)
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  for (const agencyId of [6938, null])
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => concerns({ module: 'agencyUsers', agencyId, event: null }, queryKey),
    })
  expect(queryClient.isFetching()).toBe(0)
  expect(server.names()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(server.names()).toHaveLength(2))
})
