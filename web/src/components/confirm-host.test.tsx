// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { profileStore } from '../lib/profile.ts'
import { ConfirmHost } from './confirm.tsx'
import { confirmStore } from './confirm-store.ts'

test('a question is answered with no when the session ends, so that it does not cover the sign-in screen', async () => {
  cleanWhenFinished()
  onTestFinished(() => profileStore.set(null))
  profileStore.set({ hsUserName: 'lee', exp: 0, permissions: [], passwordChangeRequired: false })
  render(<ConfirmHost />)
  let answer: Promise<boolean> | undefined
  act(() => void (answer = confirmStore.ask({ title: 'Revoke the key?', confirmLabel: 'Revoke key' })))
  expect(await screen.findByRole('alertdialog', { name: 'Revoke the key?' })).toBeDefined()
  act(() => profileStore.set(null))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(confirmStore.current()).toBeNull()
  expect(await answer).toBe(false)
})
