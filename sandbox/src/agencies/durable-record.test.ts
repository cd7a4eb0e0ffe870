import fc from 'fast-check'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runProgram } from '../../../server/test/program.ts'
import { DurableRecord, type Ending } from './durable-record.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-record-'))
  path = join(folder, 'inside', 'record')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const done: Ending = { outcome: 'succeeded', output: 'All done.\n', uploadIds: ['an-upload'] }

test('what was begun is known after a kill in the middle of the work', async () => {
  const source = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'durable-record.ts')).href)
  const script = `
    const { DurableRecord } = await import(${source})
    const record = await DurableRecord.open(${JSON.stringify(path)})
    await record.begin(6938, 1)
    await record.begin(6938, 2)
    await record.end(6938, 2, ${JSON.stringify(done)})
    await record.begin(8951, 3)
    await record.reported(8951, 3)
    console.log('BEGUN')
    setInterval(() => {}, 1000)`
  const program = runProgram(process.execPath, ['--input-type=module', '-e', script])
  await program.says(/BEGUN/)
  program.child.kill('SIGKILL')
  expect(await program.ended).toBe('SIGKILL')

  await using record = await opened()
  expect(record.hasBegun(6938, 1)).toBe(true)
  expect(record.getEnding(6938, 1)).toBeUndefined()
  expect(record.getEnding(6938, 2)).toEqual(done)
  expect(record.hasBegun(8951, 3)).toBe(false)
  expect(record.hasBegun(8951, 1)).toBe(false)
})

test('a line torn by a power cut is as if it had not been written', async () => {
  const first = await DurableRecord.open(path)
  await first.begin(6938, 1)
  await first.begin(6938, 2)
  await first.close()
  truncateSync(path, readFileSync(path).length - 4)
  {
    await using record = await opened()
    expect([record.hasBegun(6938, 1), record.hasBegun(6938, 2)]).toEqual([true, false])
    await record.begin(6938, 3)
  }
  await using again = await opened()
  expect([again.hasBegun(6938, 1), again.hasBegun(6938, 3)]).toEqual([true, true])
})

test('a write that fails half-way fails alone: the next one writes its lines too', async () => {
  await using record = await opened()
  await record.begin(6938, 1)
  await using other = await open(path)
  const appending = vi.spyOn(Object.getPrototypeOf(other) as FileHandle, 'appendFile')
  appending.mockImplementationOnce(async function (this: FileHandle, text) {
    await this.write((text as string).slice(0, 9))
    throw new Error('no space left')
  })
  await expect(record.begin(6938, 2)).rejects.toThrow('no space left')
  appending.mockRestore()
  await record.begin(6938, 3)
  await using again = await opened()
  expect([1, 2, 3].map((commandId) => again.hasBegun(6938, commandId))).toEqual([true, true, true])
})

test('opening leaves out what the server knows, so that the file stays small', async () => {
  const record = await DurableRecord.open(path)
  for (let commandId = 1; commandId <= 200; commandId += 1) await record.begin(6938, commandId)
  await Promise.all(Array.from({ length: 199 }, (_, at) => record.reported(6938, at + 1)))
  await record.settle(6938)
  await record.close()
  await using again = await opened()
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2)
  expect(again.hasBegun(6938, 200)).toBe(true)
  expect(again.isSettled(6938)).toBe(true)
  expect(again.isSettled(8951)).toBe(false)
})

test('a record that is damaged elsewhere than at its end is not guessed at', async () => {
  const record = await DurableRecord.open(path)
  await record.close()
  writeFileSync(path, 'not a line of ours\n')
  appendFileSync(path, '{"what":"settled","agencyId":6938}\n')
  await expect(DurableRecord.open(path)).rejects.toThrow(SyntaxError)
})

test('a record that cannot be read is kept, not begun anew', async () => {
  const tooLarge = 2 ** 32
  mkdirSync(dirname(path))
  writeFileSync(path, '')
  truncateSync(path, tooLarge)
  await expect(DurableRecord.open(path)).rejects.toMatchObject({ code: 'ERR_FS_FILE_TOO_LARGE' })
  expect(statSync(path).size).toBe(tooLarge)
})

test('whatever the order of things, a reopened record knows what the one before it knew', async () => {
  const step = fc.record({
    what: fc.constantFrom('begin', 'end', 'reported'),
    commandId: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      rmSync(path, { force: true })
      const original = await DurableRecord.open(path)
      for (const { what, commandId } of steps) {
        if (what === 'begin') await original.begin(7, commandId)
        else if (what === 'end') await original.end(7, commandId, done)
        else await original.reported(7, commandId)
      }
      await original.close()
      await using reopened = await opened()
      for (const id of [1, 2, 3, 4, 5]) {
        expect(reopened.hasBegun(7, id)).toBe(original.hasBegun(7, id))
        expect(reopened.getEnding(7, id)).toEqual(original.getEnding(7, id))
      }
    }),
    { numRuns: 30 },
  )
})

async function opened(): Promise<DurableRecord & AsyncDisposable> {
  const record = await DurableRecord.open(path)
  return Object.assign(record, { [Symbol.asyncDispose]: () => record.close() })
}
