// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { CommandQueue } from './command-queue.tsx'

test.each([
  ['read and empty', done(), 'No command waits.'],
  ['unreadable', 500, 'The commands are not loaded.'],
])('why nothing can be cancelled in a queue that is %s', async (_what, answer, description) => {
  stubResizeObserver()
  stubMatchMedia()
  await answeringCalls({ GetAgencyQueuedCommands: answer })
  const { wrapper } = await openPage('/agency-detail/6938?tab=command', '/agency-detail/$id')
  render(<CommandQueue agencyId={6938} added={null} />, { wrapper })
  const button = { name: 'Cancel all waiting', description }
  expect(await screen.findByText(answer === 500 ? 'Something went wrong' : 'No commands')).toBeDefined()
  expect(screen.getByRole('button', button).hasAttribute('disabled')).toBe(true)
})
