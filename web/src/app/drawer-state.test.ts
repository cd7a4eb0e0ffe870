// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountHook } from '../../test/mounted.tsx'
import { preferences } from '../components/preferences.ts'
import { useDrawer } from './drawer-state.ts'

let width = 0
const lists = new Set<EventTarget>()

/** The window's own media queries, which nothing here answers: there is no window to measure. */
function matchMedia(query: string): EventTarget & { readonly matches: boolean } {
  const least = 16 * Number(/^\(min-width: (\d+)em\)$/.exec(query)?.[1])
  const list = Object.defineProperty(new EventTarget(), 'matches', { get: () => width >= least })
  lists.add(list)
  return list as EventTarget & { matches: boolean }
}

/** Makes the window so many px wide. */
function resize(px: number): void {
  width = px
  act(() => lists.forEach((list) => list.dispatchEvent(new Event('change'))))
}

vi.stubGlobal('matchMedia', matchMedia)

beforeEach(() => preferences.setUser('lee@support.test'))
afterEach(() => {
  preferences.clear()
  preferences.setUser(null)
})

function openConsole(width: number) {
  resize(width)
  const { result } = mountHook(() => useDrawer())
  return {
    drawer: () => [result.current.shape, result.current.expanded],
    toggle: () => act(() => result.current.toggle()),
    close: () => act(() => result.current.close()),
  }
}

test('the drawer is open in a wide window, a rail in a narrower one, and hidden in a small one', () => {
  const { drawer } = openConsole(1280)
  expect(drawer()).toEqual(['open', true])
  resize(1279)
  expect(drawer()).toEqual(['rail', false])
  resize(1023)
  expect(drawer()).toEqual(['hidden', false])
  resize(1024)
  expect(drawer()).toEqual(['rail', false])
})

test('what the person chose is kept, whatever the width', () => {
  const { drawer, toggle } = openConsole(1400)
  toggle()
  expect([drawer(), preferences.get().drawer]).toEqual([['rail', false], 'rail'])
  toggle()
  expect([drawer(), preferences.get().drawer]).toEqual([['open', true], 'open'])
  resize(1100)
  expect(drawer()).toEqual(['open', true])
})

test('in a small window it opens over the page and closes again, which nothing remembers', () => {
  const { drawer, toggle, close } = openConsole(800)
  toggle()
  expect(drawer()).toEqual(['overlay', true])
  toggle()
  expect(drawer()).toEqual(['hidden', false])
  toggle()
  close()
  expect([drawer(), preferences.get().drawer]).toEqual([['hidden', false], null])
})

test('a window that was made wide meanwhile shows the page when it is small again', () => {
  const { drawer, toggle } = openConsole(800)
  toggle()
  expect(drawer()).toEqual(['overlay', true])
  resize(1100)
  resize(800)
  expect(drawer()).toEqual(['hidden', false])
})
