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
