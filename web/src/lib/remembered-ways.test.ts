import { expect, test } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'
import { createWays, parseWays } from './remembered-ways.ts'

function browser() {
  const box = emptyStorage()
  const at = { user: 'ada@support.test' as string | null, today: 'Fri Nov 20 2026' }
  return { at, ways: createWays({ box: () => box, user: () => at.user, today: () => at.today }) }
}

test('a way is remembered for its agency until it is forgotten', () => {
  const { ways } = browser()
  let told = 0
  const end = ways.subscribe(() => (told += 1))
  ways.remember(6938, 'newer')
  ways.remember(8951, 'legacy')
  expect(ways.get()).toEqual({ 6938: 'newer', 8951: 'legacy' })
  // The same object as long as nothing changes, or React would render for ever.
  expect(ways.get()).toBe(ways.get())
  ways.forget(6938)
  expect(ways.get()).toEqual({ 8951: 'legacy' })
  ways.clear()
  expect(ways.get()).toEqual({})
  expect(told).toBe(4)
  end()
  ways.remember(6938, 'newer')
  expect(told).toBe(4)
})

test('the next day nothing is remembered any more, and the day before is not mixed in', () => {
  const { at, ways } = browser()
  ways.remember(6938, 'newer')
  at.today = 'Sat Nov 21 2026'
  expect(ways.get()).toEqual({})
  ways.remember(8951, 'legacy')
  at.today = 'Fri Nov 20 2026'
  expect(ways.get()).toEqual({})
})

test('each person has ways of their own, and nobody has none', () => {
  const { at, ways } = browser()
  ways.remember(6938, 'newer')
  at.user = 'lee@support.test'
  expect(ways.get()).toEqual({})
  at.user = null
  ways.remember(6938, 'legacy')
  expect(ways.get()).toEqual({})
  at.user = 'ada@support.test'
  expect(ways.get()).toEqual({ 6938: 'newer' })
})

test.each([
  null,
  '',
  '{',
  '[]',
  '7',
  '{"day":"d"}',
  '{"day":"d","ways":null}',
  '{"day":"e","ways":{"1":"newer"}}',
])('stored as %j it is nothing', (text) => {
  expect(parseWays(text, 'd')).toEqual({})
})

test('of what was stored only the two ways count', () => {
  expect(parseWays('{"day":"d","ways":{"1":"newer","2":"javascript:","3":7}}', 'd')).toEqual({ 1: 'newer' })
})
