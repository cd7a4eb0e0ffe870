import { expect, test } from 'vitest'
import { inOrder } from './use-stable-order.ts'

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
