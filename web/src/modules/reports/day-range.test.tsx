// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { DayRangeFields } from './day-range.tsx'
import { type DayRange, quickRanges } from './days.ts'

/** The two fields, at first with the last 30 days, and the ranges that they gave. */
function mountFields() {
  cleanWhenFinished()
  const [quick] = quickRanges(new Date())
  if (quick === undefined) throw new Error('There are no quick ranges.')
  const taken: DayRange[] = []
  render(<DayRangeFields range={quick.range} onRange={(range) => taken.push(range)} />)
  const field = (name: 'Start date' | 'End date') => screen.getByLabelText<HTMLInputElement>(name)
  const type = (name: 'Start date' | 'End date', value: string) => {
    fireEvent.focus(field(name))
    fireEvent.change(field(name), { target: { value } })
  }
  const note = () => screen.getByRole('status').textContent
  return {
    quick,
    taken,
    field,
    type,
    leave: (name: 'Start date' | 'End date') => fireEvent.blur(field(name)),
    note,
  }
}

for (const name of ['Start date', 'End date'] as const)
  for (const [value, isWhole] of [
    ['1999-11-22', true],
    ['2126-11-22', true],
    ['0202-11-22', false],
    ['', false],
  ] as const)
    test(`${isWhole ? 'at once' : 'once it is left'}, the ${name} "${value}" is refused at its field, and the report stays`, () => {
      const { taken, field, type, leave, note } = mountFields()
      type(name, value)
      expect(note()).toBe(isWhole ? 'Choose a date from 2000 to 2099.' : 'Your local dates, both included.')
      leave(name)
      expect(note()).toBe('Choose a date from 2000 to 2099.')
      expect(field(name).getAttribute('aria-invalid')).toBe('true')
      expect(field(name).getAttribute('aria-describedby')).toBe(screen.getByRole('status').id)
      expect(taken).toEqual([])
    })

test('a quick range that is shown already replaces dates that were refused', () => {
  const { quick, field, type, leave, note } = mountFields()
  type('Start date', '1999-11-22')
  leave('Start date')
  fireEvent.click(screen.getByRole('button', { name: quick.label }))
  expect(field('Start date').value).toBe(quick.range.start)
  expect(note()).toBe('Your local dates, both included.')
})
