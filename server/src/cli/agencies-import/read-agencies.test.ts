import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder } from '../../../test/cli-run.ts'
import { CliProblem } from '../cli.ts'
import { type Batch, readAgencies } from './read-agencies.ts'

let folder: Awaited<ReturnType<typeof testFolder>>

beforeAll(async () => {
  folder = await testFolder()
})
afterAll(() => folder.remove())

async function read(content: string | Buffer): Promise<Batch & { bytes: number }> {
  const all = { agencies: [], bad: [], bytes: 0 } as Batch & { bytes: number }
  const onRead = (block: Buffer): void => {
    all.bytes += block.length
  }
  for await (const batch of readAgencies(await folder.write(content), onRead)) {
    all.agencies.push(...batch.agencies)
    all.bad.push(...batch.bad)
  }
  return all
}

test.each([
  ['nothing in it', '', /^The file is empty/],
  ['a BOM only', '\ufeff', /^The file is empty/],
  [
    'an unknown column',
    'agencyId,regoin\n1,2\n',
    /^line 1: unknown column "regoin"; known are agencyId, name, versionDisplay, isOnline, regionId, poolId, status, agencyType, domains, onboardingStatus, timeZoneId, mainContact$/,
  ],
  ['a column twice', 'agencyId,name,Name\n1,a,b\n', /^line 1: the column name appears twice$/],
  ['no agencyId', 'name\nLee\n', /^line 1: the column agencyId is missing$/],
  ['a header with a stray quote', 'agencyId,na"me\n', /^line 1: the header has a quote inside a field/],
  [
    'an end inside quotes',
    'agencyId,name\n1,ok\n2,"open\n3,x\n',
    /^line 3: a quote is opened and never closed$/,
  ],
  [
    'a quote that swallows the rest',
    `agencyId,name\n2,"open\n${'3,x\n'.repeat(300)}`,
    /^line 2: a quote is opened and never closed$/,
  ],
  ['a line without end', `agencyId,name\n1,${'x'.repeat(1_500_000)}`, /is longer than 1000000 bytes/],
])('a file with %s cannot be used', async (_what, content, sentence) => {
  const reading = read(content)
  await expect(reading).rejects.toThrow(sentence)
  await expect(reading).rejects.toBeInstanceOf(CliProblem)
})

test('characters and line ends that fall between two blocks of the file stay whole', async () => {
  const name = 'é漢🚲'.repeat(12)
  const lines = Array.from({ length: 5_000 }, (_, at) => `${at + 1},"${name}\r\n${at}"\r\n`)
  const text = `agencyId,name\r\n${lines.join('')}`
  const { agencies, bad, bytes } = await read(text)
  expect(bytes).toBe(Buffer.byteLength(text))
  expect(bytes).toBeGreaterThan(64 * 1024 * 5)
  expect(bad).toEqual([])
  expect(agencies).toEqual(lines.map((_, at) => ({ agencyId: at + 1, name: `${name} ${at}` })))
})

test('what is wrong with a line is reported, and an empty cell is none', async () => {
  const { agencies, bad } = await read('agencyId,name,status\n1,a,x\n2,b\n,c,1\n4,d,\n4,e,1\n')
  expect(agencies).toEqual([{ agencyId: 4, name: 'd' }])
  expect(bad.map(({ line, why }) => [line, why])).toEqual([
    [2, expect.stringMatching(/^status /)],
    [3, 'has 2 fields, the header has 3'],
    [4, 'agencyId is missing'],
    [6, 'agencyId 4 is on line 5 already'],
  ])
})

test('a bad line does not take its neighbours with it', async () => {
  const latin = Buffer.from('agencyId,name\n1,"two\nlines"\n2,caf\xe9\n3,x"y\n4,good\n', 'latin1')
  const { agencies, bad } = await read(latin)
  expect(agencies.map(({ agencyId }) => agencyId)).toEqual([1, 4])
  expect(bad.map(({ line, why }) => [line, why])).toEqual([
    [4, 'is not valid UTF-8'],
    [5, 'has a quote inside a field that is not wholly in quotes'],
  ])
})
