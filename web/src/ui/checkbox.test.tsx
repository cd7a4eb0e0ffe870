// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { Checkbox } from './checkbox.tsx'
import { GateNotice } from './gate-context.ts'

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
const told = () => document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent

test('a checkbox for many rows is neither on nor off while some are selected', () => {
  cleanWhenFinished()
  const { rerender } = render(<Checkbox label="Select all" indeterminate />)
  expect(box().indeterminate).toBe(true)
  rerender(<Checkbox label="Select all" />)
  expect(box().indeterminate).toBe(false)
})

test('a disabled checkbox says why, behind a gate by the notice of the gate', () => {
  cleanWhenFinished()
  const { rerender } = render(<Checkbox label="Select all" disabledReason="Not yours." />)
  expect([box().disabled, told()]).toEqual([true, 'Not yours.'])
  rerender(
    <GateNotice value="notice">
      <p id="notice">Ask your manager.</p>
      <Checkbox label="Select all" disabledReason="Not yours." />
    </GateNotice>,
  )
  expect([told(), screen.queryByText('Not yours.')]).toEqual(['Ask your manager.', null])
})
