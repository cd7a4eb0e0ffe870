import type { AnyCall } from '@agency-support/contract/call'
import type { Sent } from './exchange.ts'
import { looseWireForm } from './wire.ts'

/** One kind of bad input: what it makes of a good request, and what must come of it. */
export interface Rubbish {
  kind: string
  /** Undefined where the kind makes no sense for the call. */
  of(call: AnyCall, input: unknown): Sent | undefined
  /** 'as usual' is the answer that the good request gets: what is unknown is ignored, never stored. */
  answer: 'as usual' | readonly [status: number, sentence: string]
  /** What an agency's software is answered, where its calls take more than those of people. */
  answerToAgency?: 'as usual' | readonly [status: number, sentence: string]
}

const notJson = [400, 'The request body is not valid JSON.'] as const
const notObject = [400, 'The request body must be a JSON object.'] as const
const notJsonType = [415, 'The request body must be JSON (Content-Type: application/json).'] as const
const notPlain = [415, 'The request body must be plain JSON in UTF-8.'] as const
const notPacked = [415, 'The request body must be JSON in UTF-8, plain or packed with gzip.'] as const
const tooLarge = [413, 'The request is too large.'] as const
const asUsual = 'as usual' as const

type Answer = Rubbish['answer']

function toAgency(rubbish: Rubbish, answerToAgency: Answer): Rubbish {
  return { ...rubbish, answerToAgency }
}

/** A body in place of the good one; only for calls that have a body. */
function body(
  kind: string,
  make: (good: string, call: AnyCall) => string | Buffer,
  answer: Answer,
  headers?: object,
): Rubbish {
  return {
    kind,
    answer,
    of: (call, input) => {
      const good = looseWireForm(call, input)
      const isFile = call.at.form === 'upload' || call.at.form === 'multipart'
      if (typeof good.body !== 'string' || isFile) return undefined
      return { ...good, body: make(good.body, call), headers: { ...good.headers, ...headers } }
    },
  }
}

/** The good body under another label. */
function label(kind: string, headers: object, answer: Answer): Rubbish {
  return body(kind, (good) => good, answer, headers)
}

/** Something appended to the address; for every call. */
function address(kind: string, suffix: string, answer: Answer): Rubbish {
  return {
    kind,
    answer,
    of: (call, input) => {
      const good = looseWireForm(call, input)
      return { ...good, path: `${good.path}${good.path.includes('?') ? '&' : '?'}${suffix}` }
    },
  }
}

const inside =
  (fields: string) =>
  (good: string): string =>
    good === '{}' ? `{${fields}}` : `{${fields},${good.slice(1)}`

const manyKeys = Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join(',')

export const rubbish: readonly Rubbish[] = [
  body('an empty body', () => '', notJson),
  body('a lone brace', () => '{', notJson),
  body('null', () => 'null', notObject),
  body('a list', (good) => `[${good}]`, notObject),
  body('a text', () => '"x"', notObject),
  body('a number', () => '1', notObject),
  body('NaN', () => 'NaN', notJson),
  toAgency(
    body('a byte order mark', (good) => `\ufeff${good}`, notJson),
    asUsual,
  ),
  body('two documents', (good) => `${good}${good}`, notJson),
  body('a comment', (good) => `/* x */${good}`, notJson),
  body('broken UTF-8', () => Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), [
    400,
    'The request body is not valid UTF-8.',
  ]),
  body('20,000 levels as a document', () => '['.repeat(20_000) + ']'.repeat(20_000), notObject),
  body(
    '20,000 levels in an unknown field',
    inside(`"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    asUsual,
  ),
  body('50,000 unknown fields', inside(manyKeys), asUsual),
  body('a number of 5,000 digits in an unknown field', inside(`"big":${'9'.repeat(5_000)}`), asUsual),
  body('__proto__ as a key', inside('"__proto__":{"permissions":[2006]}'), notJson),
  body('constructor.prototype as keys', inside('"constructor":{"prototype":{"x":1}}'), notJson),
  body('an escaped __proto__', inside(String.raw`"__pr\u006fto__":{"x":1}`), notJson),
  body('one that is too long', (good, { maxBody }) => inside(`"x":"${'x'.repeat(maxBody)}"`)(good), tooLarge),
  label('text/plain', { 'content-type': 'text/plain' }, notJsonType),
  label('a form', { 'content-type': 'application/x-www-form-urlencoded' }, notJsonType),
  label('multipart', { 'content-type': 'multipart/form-data; boundary=x' }, notJsonType),
  label('no type', { 'content-type': undefined }, notJsonType),
  label('text/plain; application/json', { 'content-type': 'text/plain; application/json' }, notJsonType),
  label('an empty type', { 'content-type': '' }, notJsonType),
  toAgency(label('utf-16', { 'content-type': 'application/json; charset=utf-16' }, notPlain), notPacked),
  toAgency(label('gzip on plain bytes', { 'content-encoding': 'gzip' }, notPlain), [
    400,
    'The request body is not valid gzip.',
  ]),
  toAgency(label('br on plain bytes', { 'content-encoding': 'br' }, notPlain), notPacked),
  address('an unknown parameter', 'permissions=2006&admin=true', asUsual),
  address('__proto__ as a parameter', '__proto__[x]=1&constructor=2', asUsual),
  address('broken percent signs in the query', 'x=%zz%', asUsual),
  address('an address of 12 kB', `x=${'x'.repeat(12_000)}`, [414, 'The address is too long.']),
  {
    kind: 'a parameter twice',
    answer: [400, 'x was given more than once.'],
    of: (call, input) => {
      const { method, path } = looseWireForm(call, input)
      return call.at.form === 'query'
        ? { method, path: `${path}${path.includes('?') ? '&' : '?'}x=1&x=2` }
        : undefined
    },
  },
]

/** Values that belong in no field of ours, or only by chance. */
export const oddValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53 + 1,
  1e308,
  '',
  'x\0y',
  '\ud800',
  '1 OR 1=1',
  "'; drop table staff; --",
  '٦٩٣٨',
  '‮🂡',
  'x'.repeat(100_000),
  [],
  [1],
  {},
  { $ne: null },
]
