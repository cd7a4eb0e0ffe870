import type { AnyCall } from '@agency-support/contract/call'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './input.ts'

const worded = 'Choose 1, 2 or 3.'
const call = {
  at: { form: 'body', method: 'POST', path: '/made' },
  input: z.object({
    size: z.int(worded).max(3, worded).optional(),
    names: z.array(z.object({ last: z.string().min(2) })).optional(),
    far: z.boolean().optional(),
  }),
} as unknown as AnyCall

const parse = (value: unknown) => parseInput(call, { body: { value } } as FastifyRequest).input

test.each([
  [{ size: 9 }, worded],
  [{ size: 'x' }, worded],
  [{ far: 1 }, 'far: invalid input: expected boolean, received number.'],
  [
    { names: [{ last: 'ok' }, { last: 'x' }] },
    'names.1.last: too small: expected string to have >=2 characters.',
  ],
  [[], 'The request body must be a JSON object.'],
])(
  '%j is refused with the words of the contract, or with the field and what it should be',
  (value, sentence) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ status: 400, message: sentence }))
  },
)

test('what fits is given on', () => {
  expect(parse({ size: 2 })).toEqual({ size: 2 })
})
