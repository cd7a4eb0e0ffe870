import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { testImports } from '../../../test/imports.ts'
import { runCli } from '../main.ts'
import { Progress } from './progress.ts'

function stream(isTTY: boolean) {
  const written: string[] = []
  const err = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
  return { written, err: Object.assign(err, { isTTY }) }
}

test('on a terminal a bar is drawn for each percent', () => {
  const { written, err } = stream(true)
  const progress = new Progress({ err, clock: turnableClock() }, 'merged', 2_000)
  for (const done of [0, 5, 1_000, 1_001, 2_000]) progress.reach(done)
  progress.end()
  expect(written).toEqual([
    `\r[${'.'.repeat(30)}] 0 % merged`,
    `\r[${'#'.repeat(15)}${'.'.repeat(15)}] 50 % merged`,
    `\r[${'#'.repeat(30)}] 100 % merged`,
    '\n',
  ])
})

test('elsewhere a line is written every ten seconds', () => {
  const { written, err } = stream(false)
  const clock = turnableClock()
  const progress = new Progress({ err, clock }, 'read', 100)
  for (let seconds = 1; seconds <= 25; seconds += 1) {
    clock.turn(1)
    progress.add(2)
  }
  progress.end()
  expect(written).toEqual(['20 % read\n', '40 % read\n'])
})

test('an import tells how far it is while it reads and while it merges', async () => {
  const imports = await testImports(runCli)
  const { written, err } = stream(true)
  const file = await imports.folder.write('agencyId\n1\n2\n')
  const out = new Writable({ write: (_chunk, _encoding, done) => done() })
  expect(
    await runCli(['agencies', 'import', file], {
      config: () => ({ databaseUrl: imports.database.url }),
      out,
      err,
    }),
  ).toBe(0)
  expect(written.join('')).toMatch(/\] 100 % read\n.*\] 100 % merged\n$/s)
  await imports.close()
})
