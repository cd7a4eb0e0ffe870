// @vitest-environment jsdom
import { texting } from '@agency-support/contract/modules/texting'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { answeringCalls, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { queryClient } from '../../lib/requests/query.ts'
import { Tab } from './texting-tab.tsx'

test('an agency without texting is looked for again at a press, which shows, and unasked, which does not', async () => {
  const [hint, press] = [lateAnswer(), lateAnswer()]
  const none = refused(...texting.agency.refusals.noTexting)
  const answers = [() => none, hint.answer, press.answer]
  const server = await answeringCalls({ GetAgency: () => answers.shift()?.() ?? 500 })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Tab agency={agency} />, { wrapper })
  const again = await screen.findByRole('button', { name: 'Try again' })
  const isBusy = () => again.getAttribute('aria-busy') === 'true'
  void queryClient.invalidateQueries({ queryKey: ['texting', 'agency'] })
  await waitFor(() => expect(server.inputs('GetAgency')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Try again' })).toBe(again)
  expect(isBusy()).toBe(false)
  hint.give(none)
  await waitFor(() => expect(queryClient.isFetching({ queryKey: ['texting', 'agency'] })).toBe(0))
  await userEvent.click(again)
  expect(isBusy()).toBe(true)
  press.give(none)
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(screen.getByRole('alert').textContent).toMatch(/^Agency not found\./)
})
