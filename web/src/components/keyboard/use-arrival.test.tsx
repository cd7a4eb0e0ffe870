// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { Announcer } from '../messages/announce.tsx'
import { awaitArrival } from './arrival-keys.ts'
import { useArrival } from './use-arrival.ts'

function Screen({ asks }: { asks: boolean }) {
  const heading = useArrival('Seat Management')
  return (
    <>
      <main>
        <h1 ref={heading} tabIndex={-1}>
          Seat Management
        </h1>
        <input autoFocus={asks} aria-label="Search" />
      </main>
      <Announcer />
    </>
  )
}

test('a screen that opens is announced, and its heading has the focus', async () => {
  cleanWhenFinished()
  await act(async () => render(<Screen asks={false} />))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Seat Management')
})

test('a field of the screen that took the focus keeps it, with what was typed meanwhile', async () => {
  cleanWhenFinished()
  awaitArrival()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', cancelable: true }))
  await act(async () => render(<Screen asks />))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('l')
})

test('a field outside the screen does not keep the focus', async () => {
  cleanWhenFinished()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await act(async () => render(<Screen asks={false} />))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  field.remove()
})
