import fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { countLines, LineCounter, splitLines, findLine, wholeLines } from './line-index.ts'
import { toUtf8 } from './log-encoding.ts'

/** Cuts bytes into pieces of these lengths; the last piece is the rest. */
function pieces(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const cut: Buffer[] = []
  let at = 0
  for (const length of lengths) {
    cut.push(bytes.subarray(at, at + length))
    at += length
  }
  return [...cut, bytes.subarray(at)]
}

function plainLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Lines, some longer than a step of the index. */
const texts = fc
  .array(fc.tuple(fc.constantFrom(0, 1, 40, 5_000, 90_000), fc.constantFrom('a', 'é', '上', '🂡')), {
    maxLength: 60,
  })
  .chain((lines) =>
    fc
      .boolean()
      .map((ends) => lines.map(([length, sign]) => sign.repeat(length)).join('\n') + (ends ? '\n' : '')),
  )

/** The text with its byte order mark, but for UTF-8. */
const encoded = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}

async function read(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('every line of a log is found from the nearest step, in each encoding and however the bytes came', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
      fc.array(fc.integer({ min: 0, max: 70_000 }), { maxLength: 8 }),
      async (text, encoding, lengths) => {
        const bytes = encoded[encoding](text)
        const counter = new LineCounter(bytes.length)
        for (const piece of pieces(bytes, lengths)) counter.add(piece)
        const index = counter.done()
        const lines = plainLines(text)
        expect(index.lines).toBe(lines.length)
        for (const [at, line] of lines.entries()) {
          const { start, linesToSkip } = findLine(at + 1, index)
          const rest = await read(toUtf8(Readable.from(pieces(bytes.subarray(start), lengths)), encoding))
          expect(plainLines(rest)[linesToSkip]).toBe(line)
          expect(start % index.step).toBe(0)
        }
      },
    ),
    { numRuns: 120 },
  )
})

test('a byte of a character that looks like a line end ends no line', () => {
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    const bytes = encoded[encoding]('上\u0a00\u010a上\nsecond')
    const counter = new LineCounter(bytes.length)
    for (const byte of bytes) counter.add(Buffer.from([byte]))
    expect([encoding, counter.done().lines]).toEqual([encoding, 2])
  }
})

test('a log of nothing but a byte order mark has no lines, and one of a byte has one', () => {
  const linesOf = (...bytes: number[]) => {
    const counter = new LineCounter(bytes.length)
    counter.add(Buffer.from(bytes))
    return counter.done().lines
  }
  expect([linesOf(0xff, 0xfe), linesOf(0xfe, 0xff), linesOf(0x0a), linesOf(0x61), linesOf()]).toEqual([
    0, 0, 1, 1, 0,
  ])
})

test('the index of the largest log stays at some kilobytes', () => {
  const counter = new LineCounter(4 * 1024 ** 3)
  const piece = Buffer.alloc(8 * 1024 * 1024, 'x'.repeat(127) + '\n')
  for (let turn = 0; turn < 8; turn += 1) counter.add(piece)
  const { lines, step, before } = counter.done()
  expect([lines, step, before.length]).toEqual([8 * 65_536, 524_288, 128])
  expect((4 * 1024 ** 3) / step).toBe(8_192)
})

async function makeBlocks(
  bytes: Buffer,
  lengths: readonly number[],
  maxLine: number,
  reachesEnd = true,
): Promise<Buffer[]> {
  const blocks: Buffer[] = []
  for await (const block of wholeLines(Readable.from(pieces(bytes, lengths)), { maxLine, reachesEnd }))
    blocks.push(block)
  return blocks
}

test('blocks hold whole lines and lose none of them, in whatever pieces the bytes come', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.array(fc.integer({ min: 0, max: 70_000 }), { maxLength: 8 }),
      async (text, lengths) => {
        const blocks = await makeBlocks(Buffer.from(text), lengths, 1_000_000)
        expect(blocks.flatMap(splitLines)).toEqual(plainLines(text))
        expect(blocks.reduce((sum, block) => sum + countLines(block), 0)).toBe(plainLines(text).length)
      },
    ),
    { numRuns: 60 },
  )
})

test('of a line that does not end only the beginning is kept, and the next line is whole', async () => {
  const bytes = Buffer.from(`${'x'.repeat(500)}\nnext\nhalf`)
  const blocks = await makeBlocks(bytes, [100, 100, 100, 100], 150)
  expect(blocks.flatMap(splitLines)).toEqual(['x'.repeat(150), 'next', 'half'])
  const cut = await makeBlocks(bytes, [100, 100, 100, 100], 150, false)
  expect(cut.flatMap(splitLines)).toEqual(['x'.repeat(150), 'next'])
})

test('line ends of both kinds are taken off', () => {
  expect(splitLines(Buffer.from('one\r\n\r\ntwo\rthree\n'))).toEqual(['one', '', 'two\rthree'])
})
