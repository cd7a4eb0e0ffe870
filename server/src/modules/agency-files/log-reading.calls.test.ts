import { agencyFiles, type LogHits, type LogLines } from '@agency-support/contract/modules/agency-files'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { logNamed, sendFile } from '../../../test/send-file.ts'

const server = useServer()
let software: TestClient
let ada: TestClient
beforeAll(async () => {
  software = await server.software(6938)
  ada = await server.asNew({ permissions: [2000] })
})

const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
const makeLine = (number: number): string =>
  `2026-11-20 08:00:00,${String(number % 1000).padStart(3, '0')} ${levels[number % 4]} Client ${number} of é`

function numbered(count: number): string {
  return Array.from({ length: count }, (_, at) => `${makeLine(at + 1)}\r\n`).join('')
}

async function lines(filePath: string, from: number, count: number): Promise<LogLines> {
  const asked = { agencyId: '6938', filePath, from: String(from), count: String(count) }
  const { data, message } = await ada.call(agencyFiles.logLines, asked)
  return data[0] ?? Promise.reject(new Error(message))
}

type Wanted = { text?: string; level?: 'debug' | 'info' | 'warn' | 'error' | ''; after?: number }

async function search(filePath: string, { after = 0, ...wanted }: Wanted): Promise<LogHits> {
  const asked = { agencyId: '6938', filePath, after: String(after), ...wanted }
  const { data, message } = await ada.call(agencyFiles.searchLog, asked)
  return data[0] ?? Promise.reject(new Error(message))
}

/** All hits, continuing the search until the end. */
async function searchAll(filePath: string, wanted: Wanted): Promise<LogHits['hits']> {
  const hits: LogHits['hits'] = []
  for (let after: number | null = wanted.after ?? 0; after !== null; ) {
    const page: LogHits = await search(filePath, { ...wanted, after })
    hits.push(...page.hits)
    after = page.next
  }
  return hits
}

test('lines are read from anywhere in a log of many steps', async () => {
  await sendFile(software, logNamed('many.log'), numbered(20_000))
  const first = await lines('many.log', 1, 3)
  expect(first).toMatchObject({ totalLines: 20_000, from: 1, next: 4, lines: [1, 2, 3].map(makeLine) })
  for (const from of [2, 999, 1_261, 7_777, 13_000, 19_998]) {
    const { lines: got, next } = await lines('many.log', from, 2)
    expect(got).toEqual([makeLine(from), makeLine(from + 1)])
    expect(next).toBe(from + 2)
  }
  const last = await lines('many.log', 19_999, 500)
  expect([last.lines, last.next]).toEqual([[makeLine(19_999), makeLine(20_000)], null])
  const behind = await lines('many.log', 20_001, 500)
  expect([behind.lines, behind.next]).toEqual([[], null])
})

test('going on with `next` gives every line once', async () => {
  const got: string[] = []
  for (let next: number | null = 1; next !== null; ) {
    const page: LogLines = await lines('many.log', next, 2_000)
    got.push(...page.lines)
    next = page.next
  }
  expect(got).toEqual(Array.from({ length: 20_000 }, (_, at) => makeLine(at + 1)))
})

test.each(['utf-16le', 'utf-16be'])('a log in %s is read and searched like any other', async (encoding) => {
  const bytes = Buffer.from(`\ufeff${numbered(20_000)}`, 'utf16le')
  await sendFile(software, logNamed('utf16.log'), encoding === 'utf-16le' ? bytes : bytes.swap16())
  for (const from of [1, 999, 13_000, 19_999]) {
    const { lines: got, totalLines } = await lines('utf16.log', from, 2)
    expect([got, totalLines]).toEqual([[makeLine(from), makeLine(from + 1)], 20_000])
  }
  const hits = await searchAll('utf16.log', { text: 'CLIENT 1999', after: 1999, level: 'debug' })
  expect(hits).toEqual(
    Array.from({ length: 10 }, (_, at) => ({ line: 19_990 + at, text: makeLine(19_990 + at) })),
  )
})

test('the version is that of the content: a log sent anew has another', async () => {
  await sendFile(software, logNamed('grows.log'), 'one\n')
  const before = await lines('grows.log', 1, 10)
  await sendFile(software, logNamed('grows.log'), 'one\ntwo\n')
  const after = await lines('grows.log', 1, 10)
  expect([before.lines, after.lines]).toEqual([['one'], ['one', 'two']])
  expect(after.version).not.toBe(before.version)
  expect((await search('grows.log', {})).version).toBe(after.version)
})

test('a line of megabytes is cut, and those behind it are still found', async () => {
  const long = `${'x'.repeat(20_000_000)}needle`
  await sendFile(software, logNamed('long.log'), `first\n${long}\nthird\n`)
  const first = await lines('long.log', 1, 10)
  expect(first.lines.map((line) => line.length)).toEqual([5, 10_002])
  expect([first.lines[1]?.slice(-3), first.next, first.totalLines]).toEqual(['x …', 3, 3])
  expect((await lines('long.log', 3, 10)).lines).toEqual(['third'])
  expect(await searchAll('long.log', { text: 'third' })).toEqual([{ line: 3, text: 'third' }])
})

test('a line as long as may be shown is whole, and none is cut in the middle of a character', async () => {
  const longest = 'x'.repeat(10_000)
  await sendFile(software, logNamed('shown.log'), `${longest}\n${longest}x\n${longest.slice(1)}🂡\n`)
  const got = (await lines('shown.log', 1, 10)).lines
  expect(got).toEqual([longest, `${longest} …`, `${longest.slice(1)}\ufffd …`])
})

test('one answer holds about a million characters, and the next goes on behind them', async () => {
  const line = (number: number) => String(number).padStart(10_000, '.')
  const all = Array.from({ length: 220 }, (_, at) => line(at + 1))
  await sendFile(software, logNamed('wide.log'), `${all.join('\n')}\n`)
  const first = await lines('wide.log', 1, 2_000)
  expect([first.lines.length, first.next]).toEqual([101, 102])
  const second = await lines('wide.log', 102, 2_000)
  expect([second.lines, second.next]).toEqual([all.slice(101, 202), 203])
  expect((await lines('wide.log', 203, 2_000)).lines).toEqual(all.slice(202))
})

test('a search says when it went past the rest of a line of more than a MiB', async () => {
  const line = (length: number) => `${'x'.repeat(length - 'needle'.length)}needle`
  const mebibyte = 1024 * 1024
  await sendFile(software, logNamed('whole.log'), `first\n${line(mebibyte)}\nthird\n`)
  const whole = await search('whole.log', { text: 'needle' })
  expect([whole.hits.map(({ line: found }) => found), whole.hasLongLine]).toEqual([[2], false])
  await sendFile(software, logNamed('longer.log'), `first\n${line(4 * mebibyte)}\nthird\n`)
  const cut = await search('longer.log', { text: 'needle' })
  expect([cut.hits, cut.hasLongLine]).toEqual([[], true])
})

test('a search finds text in any case, on from a line, and says when it is through', async () => {
  const hits = await searchAll('many.log', { text: 'CLIENT 1999' })
  const expected = [1999, ...Array.from({ length: 10 }, (_, at) => 19_990 + at)]
  expect(hits).toEqual(expected.map((line) => ({ line, text: makeLine(line) })))
  const later = await searchAll('many.log', { text: 'client 1999', after: 1999 })
  expect(later.map(({ line }) => line)).toEqual(expected.slice(1))
  const atEnd = await search('many.log', { text: 'client', after: 20_000 })
  expect([atEnd.hits, atEnd.next]).toEqual([[], null])
  const many = await search('many.log', { text: 'É' })
  expect(many.hits.length).toBeLessThanOrEqual(500)
  expect([many.next, many.totalLines]).toEqual([many.hits.at(-1)?.line, 20_000])
})

test('a search that finds much goes on where it stopped and gives every line once', async () => {
  const found = (await searchAll('many.log', { level: 'warn' })).map(({ line }) => line)
  const worse = Array.from({ length: 20_000 }, (_, at) => at + 1).filter((line) => line % 4 >= 2)
  expect(found).toEqual(worse)
})

test('level and text hold together; a line without a level is of none', async () => {
  const text = [
    '10:00 ERROR one',
    '   at stack (one)',
    '10:01 INFO one error',
    '10:02 FATAL two',
    '10:03 warn one',
  ]
  await sendFile(software, logNamed('levels.log'), text.join('\n'))
  const of = async (wanted: Wanted) => (await searchAll('levels.log', wanted)).map(({ line }) => line)
  expect(await of({ level: 'error' })).toEqual([1, 4])
  expect(await of({ level: 'warn' })).toEqual([1, 4, 5])
  expect(await of({ level: 'warn', text: 'ONE' })).toEqual([1, 5])
  expect(await of({ level: 'debug' })).toEqual([1, 3, 4, 5])
  expect(await of({ text: 'one' })).toEqual([1, 2, 3, 5])
  expect(await of({})).toEqual([1, 2, 3, 4, 5])
})

test('an empty log has no lines, and one that is not listed is not found', async () => {
  await sendFile(software, logNamed('empty.log'), '')
  expect(await lines('empty.log', 1, 10)).toMatchObject({ lines: [], totalLines: 0, next: null })
  expect(await search('empty.log', { text: 'x' })).toMatchObject({ hits: [], next: null })
  for (const call of [agencyFiles.logLines, agencyFiles.searchLog]) {
    const asked = { agencyId: '6939', filePath: 'many.log' }
    const none = await ada.call(call, asked)
    expect([none.status, none.code, none.message]).toEqual([200, 2, 'File not found.'])
  }
})

test.each([
  [{ from: '0' }, 'from must be a whole number from 1 to 2147483647.'],
  [{ from: '1.5' }, 'from must be a whole number from 1 to 2147483647.'],
  [{ count: '2001' }, 'count must be a whole number from 1 to 2000.'],
  [{ filePath: '../many.log' }, 'filePath must be the name of a file in the list of this agency.'],
])('%j is bad input', async (odd, sentence) => {
  const refused = await ada.call(agencyFiles.logLines, { agencyId: '6938', filePath: 'many.log', ...odd })
  expect([refused.status, refused.message]).toEqual([400, sentence])
})
