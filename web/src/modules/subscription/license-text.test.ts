import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAll } from './license-text.tsx'

test('occurrences are found in order, whatever their case', () => {
  expect(findAll('<Seat/><seat/><SEATS/>', 'seat')).toEqual([1, 8, 15])
  expect(findAll('aaaa', 'aa')).toEqual([0, 2])
  expect(findAll('anything', '')).toEqual([])
})

test('signs that mean something in a pattern mean themselves', () => {
  for (const sought of ['<a.b?c*>', '[x]', '(', '\\', '$^', 'a-b', '{1}', '/'])
    expect(findAll(`--${sought}--`, sought)).toEqual([2])
})

test('what was put in is found where it was put', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (sought, before, after) => {
      const found = findAll(before + sought + after, sought)
      expect(found.length).toBeGreaterThan(0)
      for (const at of found)
        expect((before + sought + after).slice(at, at + sought.length).toLowerCase()).toBe(
          sought.toLowerCase(),
        )
    }),
  )
})
