// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { useKeptFocus, useKeptPlace } from './use-kept-focus.ts'

function Chips({ names }: { names: readonly string[] }) {
  const kept = useKeptFocus<HTMLUListElement>()
  return (
    <>
      <h1 tabIndex={-1}>Filters</h1>
      <ul {...kept}>
        {names.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
      <button type="button">Elsewhere</button>
      <div role="dialog">
        <button type="button">Yes</button>
      </div>
    </>
  )
}

/** A row of chips whose names can be removed; the focus is on one of them. */
function showChips(names: readonly string[], focused: string) {
  cleanWhenFinished()
  const { rerender } = render(<Chips names={names} />)
  const focus = (name: string) => act(async () => screen.getByRole('button', { name }).focus())
  const focusedName = () => document.activeElement?.textContent
  return {
    focus,
    focusedName,
    remove: (left: readonly string[]) => rerender(<Chips names={left} />),
    ready: focus(focused),
  }
}

test('where a focused chip is removed the next one has the focus, at the end the one before', async () => {
  const { ready, focusedName, remove } = showChips(['a', 'b', 'c'], 'b')
  await ready
  remove(['a', 'c'])
  expect(focusedName()).toBe('c')
  remove(['a'])
  expect(focusedName()).toBe('a')
})

test('with the last chip the focus goes to the heading', async () => {
  const { ready, focusedName, remove } = showChips(['a'], 'a')
  await ready
  remove([])
  expect(focusedName()).toBe('Filters')
})

test('who went elsewhere keeps the focus there', async () => {
  const { ready, focus, focusedName, remove } = showChips(['a', 'b'], 'a')
  await ready
  await focus('Elsewhere')
  remove(['b'])
  expect(focusedName()).toBe('Elsewhere')
  await act(async () => screen.getByRole('button', { name: 'Elsewhere' }).blur())
  remove([])
  expect(document.activeElement).toBe(document.body)
})

test('while a chip’s question is open its place is kept', async () => {
  const { ready, focus, focusedName, remove } = showChips(['a', 'b'], 'a')
  await ready
  await focus('Yes')
  remove(['b'])
  expect(focusedName()).toBe('Yes')
  await act(async () => screen.getByRole('button', { name: 'Yes' }).blur())
  remove(['b'])
  expect(focusedName()).toBe('b')
})

const rows = {
  list: (box: HTMLElement | null) => [...(box?.querySelectorAll('li') ?? [])],
  indexOf: (places: readonly HTMLElement[], element: HTMLElement) =>
    places.findIndex((place) => place.contains(element)),
  control: (place: HTMLElement) => place.querySelector('button'),
}

/** Rows with a button each, and one more for the expired one. */
function Rows({ names, expired }: { names: readonly string[]; expired: string }) {
  const ref = useRef<HTMLUListElement>(null)
  const kept = useKeptPlace(ref, rows)
  return (
    <ul ref={ref} {...kept}>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
          {name === expired && <button type="button">Reactivate</button>}
        </li>
      ))}
    </ul>
  )
}

test('where a row lost the focused button and was sorted elsewhere, the focus stays in that row', async () => {
  cleanWhenFinished()
  const { rerender } = render(<Rows names={['Bob', 'Ann']} expired="Bob" />)
  await act(async () => screen.getByRole('button', { name: 'Reactivate' }).focus())
  rerender(<Rows names={['Ann', 'Bob']} expired="" />)
  expect(document.activeElement?.textContent).toBe('Bob')
})
