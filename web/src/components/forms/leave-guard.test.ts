// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { confirmStore } from '../dialogs/confirm-store.ts'
import { hasUnsavedChanges, mayLeave, useLeaveGuard } from './leave-guard.ts'

/** True if the browser would ask before it closes the page. */
function asksOnClosing(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('what is typed is asked about before it is left, until it is saved', async () => {
  const { rerender } = mountHook((holds: boolean) => useLeaveGuard(holds), false)
  expect([hasUnsavedChanges(), asksOnClosing(), await mayLeave()]).toEqual([false, false, true])
  rerender(true)
  expect([hasUnsavedChanges(), asksOnClosing()]).toEqual([true, true])
  const leaving = mayLeave()
  expect(confirmStore.current()).toMatchObject({
    title: 'Discard changes?',
    body: 'What you typed on this screen has not been saved.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    danger: true,
  })
  confirmStore.current()?.answer(false)
  expect(await leaving).toBe(false)
  rerender(false)
  expect([hasUnsavedChanges(), asksOnClosing(), await mayLeave()]).toEqual([false, false, true])
})

test('who tries to leave again while the question is open is not asked twice', async () => {
  const { unmount } = mountHook(() => useLeaveGuard(true))
  const both = Promise.all([mayLeave(), mayLeave()])
  confirmStore.current()?.answer(false)
  expect([await both, confirmStore.current()]).toEqual([[false, false], null])
  const again = mayLeave()
  confirmStore.current()?.answer(true)
  expect(await again).toBe(true)
  unmount()
})

test('of a secret that is shown once over a form the question is asked first, and the form keeps its own', async () => {
  const form = mountHook(() => useLeaveGuard(true))
  const secret = mountHook(() => useLeaveGuard(true, 'secret'))
  const leaving = mayLeave()
  expect(confirmStore.current()).toMatchObject({
    title: 'Leave this screen?',
    body: 'What is shown here is not shown again. Keep a copy of it first.',
    confirmLabel: 'Leave',
    cancelLabel: 'Stay here',
  })
  confirmStore.current()?.answer(true)
  expect(await leaving).toBe(true)
  secret.unmount()
  void mayLeave()
  expect(confirmStore.current()?.title).toBe('Discard changes?')
  confirmStore.current()?.answer(true)
  form.unmount()
  expect([hasUnsavedChanges(), asksOnClosing()]).toEqual([false, false])
})
