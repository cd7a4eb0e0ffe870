// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alertOf } from '../../../test/alert.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { AlertDialog } from './alert-dialog.tsx'
import type { SaveOutcome } from './use-alerts.ts'

test('the first field has the focus as soon as the dialog is there', async () => {
  stubResizeObserver()
  onTestFinished(() => void vi.unstubAllGlobals())
  const { wrapper } = await openPage('/status-admin')
  const open = () =>
    render(
      <AlertDialog
        alert={null}
        saving={false}
        failure={null}
        onSave={() => Promise.resolve({ kind: 'saved' })}
        onClose={() => undefined}
      />,
      { wrapper },
    )
  const name = { name: 'Category' }
  const { unmount } = open()
  // Its code is loaded from now on.
  await screen.findByRole('combobox', name)
  unmount()
  // A dialog focuses its first control in a later frame, which does not come here.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  open()
  expect(document.activeElement).toBe(screen.getByRole('combobox', name))
})

test('a failure of another action is not shown as that of a save, neither before nor while it is sent', async () => {
  stubResizeObserver()
  const { wrapper } = await openPage('/status-admin')
  const answer = Promise.withResolvers<SaveOutcome>()
  render(
    <AlertDialog
      alert={alertOf()}
      saving={false}
      failure="It has been resolved."
      onSave={() => answer.promise}
      onClose={() => undefined}
    />,
    { wrapper },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.queryByRole('alert')).toBeNull()
  answer.resolve({ kind: 'failed' })
  expect((await screen.findByRole('alert')).textContent).toContain('It has been resolved.')
})

test('that every agency sees an alert at once is told by a sign too, not by colour alone', async () => {
  stubResizeObserver()
  const { wrapper } = await openPage('/status-admin')
  render(
    <AlertDialog
      alert={alertOf({ priority: 3, systemAlertRecipientType: 2 })}
      saving={false}
      failure={null}
      onSave={() => Promise.resolve({ kind: 'failed' })}
      onClose={() => undefined}
    />,
    { wrapper },
  )
  expect((await screen.findByText('Every agency sees this now.')).querySelector('svg')).not.toBeNull()
})
