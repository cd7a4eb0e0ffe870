import { expect, test } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'
import { createVersionChoices, parseVersionChoices } from './version-choice.ts'

function browser() {
  const box = emptyStorage()
  const at = { today: 'Fri Nov 20 2026' }
  const choices = createVersionChoices(
    () => box,
    () => at.today,
  )
  choices.setUser('ada@support.test')
  return { at, box, choices }
}

test('a choice is remembered for its agency until it is forgotten', () => {
  const { choices } = browser()
  let calls = 0
  const end = choices.subscribe(() => (calls += 1))
  choices.remember(6938, 'newer')
  choices.remember(8951, 'legacy')
  expect(choices.get()).toEqual({ 6938: 'newer', 8951: 'legacy' })
  // The same object while nothing changes; otherwise React would render for ever.
  expect(choices.get()).toBe(choices.get())
  choices.forget(6938)
  expect(choices.get()).toEqual({ 8951: 'legacy' })
  choices.clear()
  expect(choices.get()).toEqual({})
  expect(calls).toBe(4)
  end()
  choices.remember(6938, 'newer')
  expect(calls).toBe(4)
})

test('the next day nothing is remembered any more, and the day before is not mixed in', () => {
  const { at, choices } = browser()
  choices.remember(6938, 'newer')
  at.today = 'Sat Nov 21 2026'
  expect(choices.get()).toEqual({})
  choices.remember(8951, 'legacy')
  at.today = 'Fri Nov 20 2026'
  expect(choices.get()).toEqual({})
})

test('each person has choices of their own, and nobody has none', () => {
  const { choices } = browser()
  choices.remember(6938, 'newer')
  choices.setUser('lee@support.test')
  expect(choices.get()).toEqual({})
  choices.setUser(null)
  choices.remember(6938, 'legacy')
  expect(choices.get()).toEqual({})
  choices.setUser('ada@support.test')
  expect(choices.get()).toEqual({ 6938: 'newer' })
})

test('what another tab has chosen counts here too', () => {
  const { box, choices } = browser()
  const key = 'agency-support:version-choices:ada@support.test'
  box.setItem(key, '{"day":"Fri Nov 20 2026","choices":{"6938":"legacy"}}')
  choices.reread('something-else')
  expect(choices.get()).toEqual({})
  choices.reread(key)
  expect(choices.get()).toEqual({ 6938: 'legacy' })
})

test.each([
  null,
  '',
  '{',
  '[]',
  '7',
  '{"day":"d"}',
  '{"day":"d","choices":null}',
  '{"day":"e","choices":{"1":"newer"}}',
])('stored as %j it is nothing', (text) => {
  expect(parseVersionChoices(text, 'd')).toEqual({})
})

test('of what was stored only the two versions count', () => {
  expect(parseVersionChoices('{"day":"d","choices":{"1":"newer","2":"javascript:","3":7}}', 'd')).toEqual({
    1: 'newer',
  })
})
