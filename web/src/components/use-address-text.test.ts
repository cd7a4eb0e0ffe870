import { expect, test } from 'vitest'
import { takeOutside, typeText } from './use-address-text.ts'

const start = { text: '', seen: '', sent: [] }

test('what was typed since stays while the address follows late', () => {
  const typed = ['s', 'sm', 'smi'].reduce(typeText, start)
  const afterFirst = takeOutside(typed, 's')
  expect(afterFirst.text).toBe('smi')
  const afterSecond = takeOutside(afterFirst, 'sm')
  expect(afterSecond.text).toBe('smi')
  const afterLast = takeOutside(afterSecond, 'smi')
  expect(afterLast).toEqual({ text: 'smi', seen: 'smi', sent: [] })
})

test('a step that the address left out does not matter', () => {
  const typed = ['s', 'sm', 'smi'].reduce(typeText, start)
  expect(takeOutside(typed, 'smi')).toEqual({ text: 'smi', seen: 'smi', sent: [] })
})

test('a text from elsewhere replaces what stands there', () => {
  const settled = takeOutside(typeText(start, 'smith'), 'smith')
  expect(takeOutside(settled, 'lee')).toEqual({ text: 'lee', seen: 'lee', sent: [] })
})
