// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { type Ask, confirmStore } from './confirm-store.ts'
import { ConfirmHost } from './confirm.tsx'

beforeEach(stubResizeObserver)

/** Asks a question; `answers` are what came of it so far. */
async function ask(given: Partial<Ask>) {
  cleanWhenFinished()
  onTestFinished(() => act(() => confirmStore.dismiss()))
  const answers: boolean[] = []
  render(<ConfirmHost />)
  act(() => {
    void confirmStore
      .ask({ title: 'Delete it?', confirmLabel: 'Delete', ...given })
      .then((yes) => answers.push(yes))
  })
  await screen.findByRole('alertdialog', { name: 'Delete it?' })
  return {
    user: userEvent.setup({ delay: null }),
    answers,
    button: (name: string) => screen.getByRole('button', { name }),
  }
}

test('a question whose answer is being carried out is neither answered again nor closed', async () => {
  let end: () => void = () => undefined
  const action = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
  const { user, answers, button } = await ask({ action })
  await user.click(button('Delete'))
  await user.click(button('Delete'))
  await user.click(button('Cancel'))
  await user.keyboard('{Escape}')
  expect([action.mock.calls.length, answers]).toEqual([1, []])
  expect(screen.getByRole('alertdialog')).toBeDefined()
  end()
  await waitFor(() => expect(answers).toEqual([true]))
})

test('Escape says no, and a press beside the question says nothing', async () => {
  const { user, answers } = await ask({})
  await user.click(document.body)
  expect(answers).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(answers).toEqual([false]))
})

test('what is typed while the safe answer has the focus goes into the field, but a blank presses it', async () => {
  const { user, answers, button } = await ask({ typed: { kind: 'agencyId', agencyId: 6938 } })
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel')))
  await user.keyboard('6938')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('6938')
  act(() => button('Cancel').focus())
  await user.keyboard(' ')
  await waitFor(() => expect(answers).toEqual([false]))
})
