// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { RadioGroup } from './radio-group.tsx'

test('arrows choose within a named group of choices, and Tab goes past the others', async () => {
  cleanWhenFinished()
  const onChange = vi.fn()
  const choices = ['2', '8', '24'].map((value) => ({ value, label: `${value} hours` }))
  render(
    <>
      <RadioGroup label="Expires in" choices={choices} value="2" onChange={onChange} />
      <button type="button">Save</button>
    </>,
  )
  expect(screen.getByRole('group', { name: 'Expires in' })).toBeDefined()
  const user = userEvent.setup({ delay: null })
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(onChange.mock.calls).toEqual([['8']])
  screen.getByRole('radio', { name: '2 hours' }).focus()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Save')
})
