import { expect, test } from 'vitest'
import { firstRender } from '../../test/first-render.tsx'
import { inOrder, useStableOrder } from './use-stable-order.ts'

const inThat = (now: readonly string[], before: readonly string[]) => inOrder(now, before, (name) => name)

test('what was shown keeps its place, and what is new comes last', () => {
  expect(inThat(['LEE', 'NEW', 'ZED', 'ABC', 'ADD'], ['ZED', 'ABC', 'LEE'])).toEqual([
    'ZED',
    'ABC',
    'LEE',
    'NEW',
    'ADD',
  ])
})

test('asked for anew, the rows stand as they are given', () => {
  expect(inThat(['ZED', 'ABC', 'LEE'], [])).toEqual(['ZED', 'ABC', 'LEE'])
})

test('rows are shown as they come first, and none before they are loaded', () => {
  const toKey = (name: string) => name
  expect(firstRender(() => useStableOrder(['ZED', 'ABC'], toKey)).listed).toEqual(['ZED', 'ABC'])
  expect(firstRender(() => useStableOrder(undefined, toKey)).listed).toBeUndefined()
})

test('a row that comes in front of those shown is listed last', () => {
  const toKey = (name: string) => name
  const reads = [
    ['ZED', 'ABC'],
    ['NEW', 'ABC', 'ZED'],
  ]
  // The order is set while rendering, so the component is rendered again with what is there by then.
  const listed = firstRender(() => useStableOrder(reads.shift(), toKey).listed)
  expect(listed).toEqual(['ZED', 'ABC', 'NEW'])
})
