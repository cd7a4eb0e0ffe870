import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

test.each(['70000018', '00006938', '0000-6938', ' 7000 0018 '])('%j is a whole id', (typed) => {
  expect(readQuestion(typed).isWholeId).toBe(true)
})

test.each(['7000001', '700000180', '00000000', '6938', '> 70000018', 'c 70000018', ''])(
  '%j is none',
  (typed) => {
    expect(readQuestion(typed).isWholeId).toBe(false)
  },
)

test.each(['0', '00', '00006', '6938', '00000000'])('%j is the beginning of an id', (typed) => {
  expect(readQuestion(typed).isDigits).toBe(true)
})

test.each(['0', '00000000', 'smith', '> 6938', ''])('%j names no agency', (typed) => {
  expect(readQuestion(typed).agencyId).toBeUndefined()
})

test.each(['', 'smith', '6 c', '> 6', 'c 6'])('%j is not', (typed) => {
  expect(readQuestion(typed).isDigits).toBe(false)
})
