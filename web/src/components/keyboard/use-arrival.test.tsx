// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { said } from '../../../test/said.ts'
import { announce, Announcer } from '../messages/announce.tsx'
import { awaitArrival } from './arrival-keys.ts'
import { useArrival } from './use-arrival.ts'

function Screen({ asks, spoken }: { asks: boolean; spoken?: string }) {
  const heading = useArrival('Seat Management', spoken)
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

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('the heading of a screen that opens has the focus, so that it is read once', async () => {
  cleanWhenFinished()
  await act(async () => render(<Screen asks={false} />))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(said()).toEqual([])
})

test('what says more than the heading is announced with it, and does not stay to be read again', async () => {
  cleanWhenFinished()
  await act(async () => render(<Screen asks={false} spoken="Seat Management of Smith" />))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(said()).toEqual(['Seat Management of Smith'])
  await act(async () => vi.advanceTimersByTime(7_000))
  expect(said()).toEqual([])
})

test('a second announcement does not replace one that was not read yet', async () => {
  cleanWhenFinished()
  await act(async () => render(<Screen asks />))
  act(() => announce('3 rows'))
  act(() => announce('3 rows'))
  expect(said()).toEqual(['Seat Management', '3 rows', '3 rows'])
})

test('a field of the screen that took the focus keeps it, with what was typed meanwhile', async () => {
  cleanWhenFinished()
  awaitArrival()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', cancelable: true }))
  await act(async () => render(<Screen asks />))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('l')
  expect(said()).toEqual(['Seat Management'])
})

test('a field outside the screen does not keep the focus', async () => {
  cleanWhenFinished()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await act(async () => render(<Screen asks={false} />))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  field.remove()
})
