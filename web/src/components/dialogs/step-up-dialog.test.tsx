// @vitest-environment jsdom
import type { Proof, ProofAsked, Way } from '@agency-support/contract/modules/second-factor'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stepUp, type StepUpAnswer } from '../../lib/requests/step-up.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** The question on this screen; `check` ends the check of the latest proof with a sentence, or with null. */
async function ask(...by: Way[]) {
  return askFor({ by })
}

/** The same about one passkey. */
async function askFor(asked: ProofAsked) {
  const checks: ((problem: string | null) => void)[] = []
  const judge = vi.fn((_proof: Proof) => new Promise<string | null>((resolve) => checks.push(resolve)))
  const answered = vi.fn<(answer: StepUpAnswer) => void>()
  void stepUp.ask({ path: location.pathname, says: null, asked, judge }).then(answered)
  onTestFinished(() => stepUp.settle(false))
  const question = stepUp.current()
  if (question === null) throw new Error('nothing is asked')
  const { wrapper } = await openPage()
  const { rerender } = render(<StepUpDialog question={question} />, { wrapper })
  await screen.findByRole('alertdialog', { name: 'Confirm that it is you' })
  return {
    user: userEvent.setup({ delay: null }),
    field: () => screen.getByLabelText('Password', { selector: 'input' }),
    drawAgain: () => rerender(<StepUpDialog question={question} />),
    check: (problem: string | null) => checks.at(-1)?.(problem),
    judge,
    answered,
  }
}

test('a wrong proof is selected, so that the next one replaces it; its sentence goes while that one is checked', async () => {
  const { user, field, check, judge, answered } = await ask('password')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await user.keyboard('wrong{Enter}')
  check('Incorrect password. Please try again.')
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect password. Please try again.')
  await user.keyboard('right{Enter}')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(judge.mock.calls).toEqual([[{ password: 'wrong' }], [{ password: 'right' }]])
  check(null)
  await waitFor(() => expect(answered.mock.calls).toEqual([[true]]))
})

test('while a proof is checked nothing else answers: no second Enter, no Cancel, no Escape and no other screen', async () => {
  const { user, drawAgain, check, judge, answered } = await ask('password')
  await user.keyboard('right{Enter}{Enter}{Escape}')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const left = location.pathname
  history.pushState(null, '', '/vendors')
  onTestFinished(() => history.pushState(null, '', left))
  drawAgain()
  expect(judge).toHaveBeenCalledOnce()
  check(null)
  await waitFor(() => expect(answered.mock.calls).toEqual([[true]]))
})

test('who has only passkeys has the focus on their button', async () => {
  await ask('passkey')
  const button = screen.getByRole('button', { name: 'Confirm with passkey' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('to confirm with one passkey the browser is asked for that one', async () => {
  const server = await answeringCalls({ BeginStepUp: done({ by: ['passkey'], passkey: null }) })
  const { user } = await askFor({ by: ['passkey'], passkeyId: 7 })
  await user.click(screen.getByRole('button', { name: 'Confirm with passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You have no passkey.')
  expect(server.inputs('BeginStepUp')).toEqual([{ passkeyId: 7 }])
})
