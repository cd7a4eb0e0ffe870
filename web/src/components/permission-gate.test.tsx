// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { HeldPermissions } from './held-permissions.ts'
import { PermissionGate } from './permission-gate.tsx'

const gate = (held: readonly number[]) => (
  <HeldPermissions value={held}>
    <PermissionGate needs={[P.CanManageTexting]}>
      <input aria-label="Order id" />
    </PermissionGate>
  </HeldPermissions>
)

test('what is typed outlives a right that is taken away and given back', async () => {
  cleanWhenFinished()
  const { rerender } = render(gate([P.CanManageTexting]))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Order id' })
  await userEvent.setup({ delay: null }).type(field, 'bw-4711')
  rerender(gate([]))
  expect(screen.getByText(/Needs the CanManageTexting permission\.$/)).toBeDefined()
  expect([field.isConnected, field.matches(':disabled'), field.value]).toEqual([true, true, 'bw-4711'])
  rerender(gate([P.CanManageTexting]))
  expect(screen.queryByText(/Needs the/)).toBeNull()
  expect([field.isConnected, field.matches(':disabled'), field.value]).toEqual([true, false, 'bw-4711'])
})
