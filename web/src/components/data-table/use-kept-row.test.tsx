// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { useKeptRow } from './use-kept-row.ts'

/** Rows with a button each, and one more for the expired one. */
function Rows({ names, expired = '' }: { names: readonly string[]; expired?: string }) {
  const box = useRef<HTMLTableSectionElement>(null)
  const kept = useKeptRow(box)
  return (
    <table>
      <tbody ref={box} {...kept}>
        {names.map((name) => (
          <tr key={name} data-row={name}>
            <td>
              <button type="button">{name}</button>
              {name === expired && <button type="button">Reactivate</button>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function show(names: readonly string[], { expired = '', focused = '' }) {
  cleanWhenFinished()
  const { rerender } = render(<Rows names={names} expired={expired} />)
  await act(async () => screen.getByRole('button', { name: focused }).focus())
  return (left: readonly string[]) => {
    rerender(<Rows names={left} />)
    return document.activeElement?.textContent
  }
}

test('where the row with the focus is removed the next one has it, at the end the one before', async () => {
  const change = await show(['Ann', 'Bob', 'Cay'], { focused: 'Bob' })
  expect(change(['Ann', 'Cay'])).toBe('Cay')
  expect(change(['Ann'])).toBe('Ann')
})

test('where a row lost the focused button and was sorted elsewhere, the focus stays in that row', async () => {
  const change = await show(['Bob', 'Ann'], { expired: 'Bob', focused: 'Reactivate' })
  expect(change(['Ann', 'Bob'])).toBe('Bob')
})
