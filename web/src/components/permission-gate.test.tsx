// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cleanWhenFinished, hold } from '../../test/mounted.tsx'
import { PermissionGate } from './permission-gate.tsx'

test('what is typed outlives a right that is taken away and given back', async () => {
  cleanWhenFinished()
  hold([P.CanManageTexting])
  render(
    <PermissionGate needs={[P.CanManageTexting]}>
      <input aria-label="Order id" />
    </PermissionGate>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Order id' })
  await userEvent.setup({ delay: null }).type(field, 'bw-4711')
  act(() => hold([]))
  expect(screen.getByText(/Needs the CanManageTexting permission\.$/)).toBeDefined()
  expect([field.isConnected, field.matches(':disabled'), field.value]).toEqual([true, true, 'bw-4711'])
  act(() => hold([P.CanManageTexting]))
  expect(screen.queryByText(/Needs the/)).toBeNull()
  expect([field.isConnected, field.matches(':disabled'), field.value]).toEqual([true, false, 'bw-4711'])
})
