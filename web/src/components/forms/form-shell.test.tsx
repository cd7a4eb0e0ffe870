// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { TextField } from '../../ui/fields.tsx'
import { confirmStore } from '../dialogs/confirm-store.ts'
import { FormShell, type FormShellProps } from './form-shell.tsx'
import { useForm } from './use-form.ts'

const initial = { name: '', city: '', state: '' }
type Values = typeof initial
const required = (value: string): string | null => (value === '' ? 'THis field is required' : null)
const labels = { name: 'Name', city: 'City', state: 'State' }
const names = ['name', 'city', 'state'] as const

function openForm(given: Partial<FormShellProps<Values>> = {}) {
  cleanWhenFinished()
  const [onSave, onCancel] = [vi.fn(), vi.fn()]
  function Form() {
    const form = useForm({ initial, rules: { name: required, city: required, state: required } })
    const shell = { form, onSave, onCancel, saving: false, error: null, saveLabel: 'Save', labels }
    return (
      <FormShell {...shell} {...given}>
        {names.map((name) => (
          <TextField key={name} {...form.field(name)} label={labels[name]} />
        ))}
      </FormShell>
    )
  }
  render(<Form />)
  const field = (name: string) => screen.getByRole('textbox', { name })
  const user = userEvent.setup({ delay: null })
  return {
    user,
    field,
    onSave,
    onCancel,
    fill: async (...filled: string[]) => {
      for (const name of filled) await user.type(field(name), 'x')
    },
  }
}

test.each<[string, Partial<FormShellProps<Values>>, number]>([
  ['saves', {}, 1],
  ['saves nothing while it is being saved', { saving: true }, 0],
  ['saves nothing while its button says why not', { disabledReason: 'Not yours.' }, 0],
])('Enter in a field %s', async (_what, given, times) => {
  const { user, fill, onSave } = openForm(given)
  await fill('Name', 'City', 'State')
  await user.keyboard('{Enter}')
  expect(onSave).toHaveBeenCalledTimes(times)
})

test('three fields with errors are listed beside Save, two are not; the first has the focus', async () => {
  const { user, field, fill, onSave } = openForm()
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  const list = screen.getByRole('alert')
  expect(list.textContent).toBe('3 fields need your attention: Name, City, State.')
  expect(list.parentElement).toBe(save.parentElement)
  expect(document.activeElement).toBe(field('Name'))
  await fill('Name')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(save)
  expect(document.activeElement).toBe(field('City'))
  expect(onSave).not.toHaveBeenCalled()
})

test('Cancel asks before it takes what was typed, and only then', async () => {
  onTestFinished(() => act(() => confirmStore.dismiss()))
  const { user, fill, onCancel } = openForm()
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  await user.click(cancel)
  expect([onCancel.mock.calls.length, confirmStore.current()]).toEqual([1, null])
  await fill('Name')
  await user.click(cancel)
  expect([onCancel.mock.calls.length, confirmStore.current()?.title]).toEqual([1, 'Discard changes?'])
  act(() => confirmStore.current()?.answer(true))
  await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(2))
})
