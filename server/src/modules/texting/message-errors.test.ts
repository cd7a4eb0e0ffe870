import { expect, test } from 'vitest'
import { explainError } from './message-errors.ts'

/** The codes of Bandwidth's published table. */
const codes = [
  4001, 4301, 4302, 4303, 4350, 4360, 4401, 4403, 4404, 4405, 4406, 4407, 4408, 4409, 4410, 4411, 4412, 4420,
  4421, 4431, 4432, 4433, 4434, 4435, 4451, 4452, 4470, 4475, 4476, 4481, 4482, 4492, 4493, 4700, 4701, 4702,
  4710, 4711, 4712, 4720, 4721, 4730, 4735, 4740, 4750, 4751, 4752, 4753, 4754, 4770, 4771, 4772, 4773, 4774,
  4775, 4780, 4781, 4785, 4790, 4791, 4792, 4793, 4794, 4795, 5100, 5101, 5106, 5111, 5201, 5211, 5220, 5231,
  5500, 5501, 5600, 5610, 5611, 5620, 5630, 5650, 5999, 9902, 9999,
]

test('each code of Bandwidth is explained, no two by the same words', () => {
  const said = codes.map((code) => explainError(code))
  expect(new Set(said).size).toBe(codes.length)
  expect(said.filter((text) => text === 'Unknown error' || !/^[A-Z].{10,}[^.]$/.test(text))).toEqual([])
})

test('a code that Bandwidth does not publish is an unknown error, and none is no error', () => {
  expect([explainError(1), explainError(0)]).toEqual(['Unknown error', ''])
})
