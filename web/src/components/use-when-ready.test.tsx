// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { useWhenReady } from './use-when-ready.ts'

interface SearchProps {
  isReady: boolean
  act: () => void
  onPress: () => void
}

function Search({ isReady, act: goToRows, onPress }: SearchProps) {
  const enter = useWhenReady(isReady, goToRows)
  return (
    <>
      <input aria-label="Search" onKeyDown={(event) => event.key === 'Enter' && enter()} />
      <button onClick={onPress}>Elsewhere</button>
    </>
  )
}

/** A search whose rows are still loading; `pressEnter` is pressed in its field. */
function loadingSearch() {
  cleanWhenFinished()
  const goToRows = vi.fn<() => void>()
  const onPress = vi.fn<() => void>()
  const given = { act: goToRows, onPress }
  const { rerender, unmount } = render(<Search isReady={false} {...given} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' })
  field.focus()
  return {
    goToRows,
    onPress,
    field,
    unmount,
    /** True if the browser may act on it. */
    press: (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(field, { key, ...more }),
    pressEnter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    load: () => act(async () => rerender(<Search isReady {...given} />)),
  }
}

test('Enter waits for the rows, once', async () => {
  const { goToRows, pressEnter, load } = loadingSearch()
  pressEnter()
  expect(goToRows).not.toHaveBeenCalled()
  await load()
  expect(goToRows).toHaveBeenCalledOnce()
  pressEnter()
  expect(goToRows).toHaveBeenCalledTimes(2)
})

test('rows that come without Enter take no focus', async () => {
  const { goToRows, load } = loadingSearch()
  await load()
  expect(goToRows).not.toHaveBeenCalled()
})

test('who types on stays in the field when the rows come', async () => {
  const typing = loadingSearch()
  typing.pressEnter()
  fireEvent.change(typing.field, { target: { value: 'lee' } })
  await typing.load()
  expect(typing.goToRows).not.toHaveBeenCalled()
})

test('who goes elsewhere stays there when the rows come', async () => {
  const leaving = loadingSearch()
  leaving.pressEnter()
  screen.getByRole('button', { name: 'Elsewhere' }).focus()
  await leaving.load()
  expect(leaving.goToRows).not.toHaveBeenCalled()
})

test('keys typed ahead are pressed where Enter has gone', async () => {
  const { goToRows, onPress, press, load } = loadingSearch()
  const button = screen.getByRole('button', { name: 'Elsewhere' })
  const onKeyDown = vi.fn<(event: KeyboardEvent) => void>()
  button.addEventListener('keydown', onKeyDown)
  goToRows.mockImplementation(() => button.focus())
  expect(['Enter', 'ArrowDown', 'Enter'].map((key) => press(key))).toEqual([true, false, false])
  expect(press('Enter', { repeat: true })).toBe(false)
  expect(goToRows).not.toHaveBeenCalled()
  await load()
  expect(goToRows).toHaveBeenCalledOnce()
  expect(onKeyDown.mock.calls.map(([{ key }]) => key)).toEqual(['ArrowDown', 'Enter'])
  expect(onPress).toHaveBeenCalledOnce()
  expect(press('ArrowDown')).toBe(true)
})

test('a key that is for something else ends that', async () => {
  const { goToRows, onPress, press, load } = loadingSearch()
  goToRows.mockImplementation(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  expect(['Enter', 'Enter', 'Escape', 'ArrowDown'].map((key) => press(key))).toEqual([
    true,
    false,
    true,
    true,
  ])
  await load()
  expect([goToRows.mock.calls.length, onPress.mock.calls.length]).toEqual([1, 0])
})

test('a search that is gone keeps no keys', () => {
  const { pressEnter, unmount } = loadingSearch()
  pressEnter()
  unmount()
  expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true)
})
