// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { AlertDialog } from './alert-dialog.tsx'

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
