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

const asked = (at: object, request: object) =>
  parseInput({ ...call, at } as unknown as AnyCall, request as FastifyRequest)

test('input in the address is that of the query and of the path, each once', () => {
  const at = { form: 'query', method: 'GET', path: '/made/{size}' }
  const open = { ...call, at, input: z.record(z.string(), z.string()) } as unknown as AnyCall
  const read = (query: object, params: object) => parseInput(open, { query, params } as FastifyRequest).input
  expect(read({ a: '1' }, { size: '2' })).toEqual({ a: '1', size: '2' })
  // The path decides which thing is meant.
  expect(read({ size: '9' }, { size: '2' })).toEqual({ size: '2' })
  expect(() => read({ a: '1', b: ['2', '3'] }, {})).toThrow(
    expect.objectContaining({ status: 400, message: 'b was given more than once.' }),
  )
})

test('a command in a field of its name has its input there, and nowhere else', () => {
  const at = { form: 'nested', method: 'POST', path: '/made', command: 'Do' }
  const read = (value: unknown) => asked(at, { body: { value } }).input
  expect(read({ Command: 'Do', Do: { size: 2 }, size: 3 })).toEqual({ size: 2 })
  for (const wrong of [{ Command: 'Do' }, { Do: [] }, { Do: null }, { Do: 'x' }])
    expect(() => read(wrong)).toThrow(
      expect.objectContaining({ status: 400, message: 'The field Do must be a JSON object.' }),
    )
})

test('a call without input needs no body, and takes none that is no object', () => {
  expect(asked(call.at, {}).input).toEqual({})
  for (const value of [null, 'text', 7, [{}]])
    expect(() => parse(value)).toThrow('The request body must be a JSON object.')
  const command = { form: 'command', method: 'POST', path: '/made', command: 'Do' }
  expect(() => asked(command, {})).toThrow('The request body must be a JSON object.')
})

test('what a provider sends is read as JSON, or as the text that it is', () => {
  const at = (body: 'json' | 'text') => ({
    form: 'hook',
    method: 'POST',
    path: '/made',
    proof: 'bandwidth',
    body,
  })
  const bytes = (text: string) => ({ body: { bytes: Buffer.from(text) } })
  expect(asked(at('json'), bytes('{"size":1}')).input).toEqual({ size: 1 })
  for (const wrong of ['{', ''])
    expect(() => asked(at('json'), bytes(wrong))).toThrow(
      expect.objectContaining({ status: 400, message: 'The request body is not valid JSON.' }),
    )
  const texts = { ...call, at: at('text'), input: z.string() } as unknown as AnyCall
  expect(parseInput(texts, bytes('<é/>') as FastifyRequest).input).toBe('<é/>')
  expect(parseInput(texts, {} as FastifyRequest).input).toBe('')
})

test('of a list that is judged entry by entry what fits is taken; anything else wrong refuses the whole', () => {
  const input = z.object({
    size: z.int(worded).max(3, worded).optional(),
    names: z.array(z.object({ last: z.string().min(2) })),
  })
  const judging = { ...call, input, judged: { list: 'names', noun: 'names' } } as unknown as AnyCall
  const read = (value: unknown) => parseInput(judging, { body: { value } } as FastifyRequest)
  expect(read({ names: [{ last: 'ok' }] })).toEqual({ input: { names: [{ last: 'ok' }] }, judged: [] })
  const some = read({ size: 1, names: [{ last: 'ok' }, { last: 'x' }] })
  expect(some.input).toEqual({ size: 1, names: [{ last: 'ok' }] })
  expect(some.judged).toMatchObject([{ noun: 'names', given: 2, leftOut: [{ list: 'names', entry: 2 }] }])
  expect(() => read({ size: 9, names: [{ last: 'x' }] })).toThrow(worded)
  expect(() => read({ names: 'none' })).toThrow(/^names: /)
})
