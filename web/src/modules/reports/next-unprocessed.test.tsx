// @vitest-environment jsdom
import { esignatureKey } from '@agency-support/contract/rules/reports'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { handleShortcutEvent } from '../../components/keyboard/shortcuts.ts'
import { Page } from './events-page.tsx'
import { reportPaths } from './paths.ts'

beforeEach(stubResizeObserver)

const ids = Array.from({ length: 12 }, (_, at) => at + 1)

/** Twelve e-signature events in two pages, in the order of their ids; these are left to process. */
async function openReport(unprocessed: readonly number[]) {
  const events = ids.map((id) => ({
    id,
    agencyId: 6900 + id,
    agencyName: `Agency ${id}`,
    eventDate: '2026-11-10T12:00:00Z',
    subscriptionStatus: 1,
    emailAddress: '',
    isProcessed: !unprocessed.includes(id),
    version: 0,
  }))
  const server = await answeringCalls({
    SubscriptionReportProducts: done({ productId: 7, name: 'E-signature', keyId: esignatureKey }),
    SubscriptionReportEvents: done(...events),
    SetESignatureBillingRecordProcessed: done(),
  })
  const days = 'f.from=2026-11-01&f.to=2026-11-30'
  const page = await openPage(`${reportPaths.events}?product=7&sort=agencyId&${days}`, reportPaths.events)
  document.addEventListener('keydown', handleShortcutEvent)
  onTestFinished(() => document.removeEventListener('keydown', handleShortcutEvent))
  HTMLElement.prototype.scrollIntoView = () => undefined
  render(<Page />, { wrapper: page.wrapper })
  await screen.findByRole('link', { name: '00006901' })
  const user = userEvent.setup({ delay: null })
  return { user, server, address: page.address }
}

/** Expects the focus on the switch of this event. */
const expectAt = (id: number) =>
  waitFor(() => {
    const { activeElement } = document
    expect([activeElement?.role, activeElement?.closest('tr')?.dataset['row']]).toEqual([
      'switch',
      String(id),
    ])
  })

test('the button and the key p go through what is left to process, over the pages and round the end', async () => {
  const { user, address } = await openReport([3, 5, 12])
  await user.click(screen.getByRole('button', { name: 'Next unprocessed' }))
  await expectAt(3)
  await user.keyboard('p')
  await expectAt(5)
  await user.keyboard('p')
  await expectAt(12)
  expect(address()).toContain('page=2')
  await user.click(screen.getByRole('button', { name: 'Next unprocessed' }))
  await expectAt(3)
})

test('a mark can be undone beside its switch, which then has the focus', async () => {
  const { user, server } = await openReport([3])
  await user.keyboard('p')
  await expectAt(3)
  await user.keyboard(' ')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next unprocessed' }).disabled).toBe(true),
  )
  undo.focus()
  await user.keyboard('{Enter}')
  await expectAt(3)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(
    server.inputs('SetESignatureBillingRecordProcessed').map(({ newValue, version }) => [newValue, version]),
  ).toEqual([
    [true, 0],
    [false, 1],
  ])
})
