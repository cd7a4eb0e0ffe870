import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliOn, testFolder } from '../../test/cli-run.ts'
import { useDatabase } from '../../test/use-database.ts'
import { sealNow, testSealKeys } from '../../test/journal-rows.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'
import { withConnection } from '../db/connection.ts'
import { appendEntry } from '../journal/append.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { runCli } from './main.ts'

const at = new Date('2026-11-21T10:00:00Z')
const auditContext = {
  at,
  actor: { kind: 'system', name: 'test', sessionId: null },
  requestId: null,
} as const

useOwnPostgres()

const { database, db } = useDatabase()
let cli: ReturnType<typeof cliOn>
let folder: Awaited<ReturnType<typeof testFolder>>
let heads: string[]

beforeAll(async () => {
  cli = cliOn(runCli, database.url, { sealKeys: testSealKeys })
  folder = await testFolder()
  heads = []
  for (const name of ['Smith', 'Müller "& Sons"', 'Lee']) {
    await db.write
      .transaction()
      .execute((tx) =>
        appendEntry(tx, auditContext, { event: 'agencies.renamed', agencyId: 1, after: { name } }),
      )
    heads.push((await sealNow(db)).head.toString('hex'))
  }
})
afterAll(() => folder.remove())

const last = (): string => heads.at(-1) ?? ''

test('an untouched journal is intact, with its head', async () => {
  const { code, out } = await cli(['journal', 'verify', '--head', last()])
  expect([code, out]).toEqual([0, `The journal is intact: 3 entries under 3 seals.\nHead: ${last()}\n`])
})

test('a role that may only read verifies and exports', async () => {
  const role = `auditor_${randomBytes(6).toString('hex')}`
  const url = new URL(database.url)
  url.username = role
  const auditor = cliOn(runCli, url.href, { sealKeys: testSealKeys })
  await withConnection(database.url, async (client) => {
    await client.query(
      `create role ${role} login; grant select on journal, journal_seal, migration to ${role}`,
    )
    try {
      expect(await auditor(['journal', 'verify'])).toMatchObject({ code: 0, err: '' })
      expect(await auditor(['journal', 'export', join(folder.path, 'audited.ndjson')])).toMatchObject({
        code: 0,
      })
    } finally {
      await client.query(`drop owned by ${role}; drop role ${role}`)
    }
  })
})

test('a head that is no head, one that is not in the chain, and a missing key are reported', async () => {
  expect((await cli(['journal', 'verify', '--head', 'abc'])).err).toContain('64 hexadecimal digits')
  expect((await cli(['journal', 'verify', '--head', 'f'.repeat(64)])).err).toContain(
    'NOT intact: seal 3: the trusted head is not in the chain',
  )
  expect((await cliOn(runCli, database.url)(['journal', 'verify'])).err).toContain(
    'JOURNAL_SEAL_KEY is missing',
  )
})

test('an export verifies by itself, and every kind of tampering with it is found', async () => {
  const path = join(folder.path, 'journal.ndjson')
  expect(await cli(['journal', 'export', path])).toMatchObject({
    code: 0,
    out: `3 entries under 3 seals written to ${path}.\n`,
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await cli(['journal', 'verify', '--file', path, '--head', last()])).code).toBe(0)
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const tampered: [string, string[]][] = [
    ['seal 1: an entry was changed', lines.map((line) => line.replace('Smith', 'Smyth'))],
    ['seal 1: it covers 1 entries but 0', lines.slice(1)],
    ['seal 2: it covers 1 entries but 2', lines.toSpliced(2, 0, lines[0] ?? '')],
    ['seal 3: a seal before it is missing', lines.toSpliced(2, 2)],
  ]
  for (const [problem, content] of tampered) {
    const file = join(folder.path, 'tampered.ndjson')
    await writeFile(file, `${content.join('\n')}\n`)
    expect((await cli(['journal', 'verify', '--file', file])).err).toContain(`NOT intact: ${problem}`)
  }
  const cut = join(folder.path, 'cut.ndjson')
  await writeFile(cut, `${lines.slice(0, -2).join('\n')}\n`)
  expect((await cli(['journal', 'verify', '--file', cut])).code).toBe(0)
  expect((await cli(['journal', 'verify', '--file', cut, '--head', last()])).err).toContain(
    'cut off or replaced',
  )
})

test('seals from a number on are not intact when the one before them is not there', async () => {
  const path = join(folder.path, 'from.ndjson')
  expect((await cli(['journal', 'export', path])).code).toBe(0)
  for (const from of [[], ['--file', path]]) {
    expect((await cli(['journal', 'verify', ...from, '--from', '4'])).out).toContain(
      'The journal is intact from seal 4 on: 0 entries under 0 seals.',
    )
    const cut = await cli(['journal', 'verify', ...from, '--from', '6', '--json'])
    expect(cut).toMatchObject({
      code: 1,
      err: 'The journal is NOT intact: seal 5: it is missing, and so is all that was sealed after it.\n',
    })
    expect(JSON.parse(cut.out)).toMatchObject({ intact: false, from: 6, seal: 5 })
  }
})

test('an export never overwrites, and a file of another kind is reported by its line', async () => {
  const other = await folder.write('["a row"]\nagencyId,name\n')
  const before = await readFile(other, 'utf8')
  expect(await cli(['journal', 'export', other])).toEqual({
    code: 1,
    out: '',
    err: `${other} already exists. Name a new file.\n`,
  })
  expect(await readFile(other, 'utf8')).toBe(before)
  expect((await cli(['journal', 'verify', '--file', other])).err).toContain(
    'line 2 is not a line of a journal export',
  )
})

test('an export that fails leaves no file in the way of the next try', async () => {
  const path = join(folder.path, 'half.ndjson')
  await withConnection(database.url, (client) => client.query('alter table journal rename to journal_away'))
  try {
    expect((await cli(['journal', 'export', path])).err).toMatch(/^It failed: /)
  } finally {
    await withConnection(database.url, (client) => client.query('alter table journal_away rename to journal'))
  }
  expect(existsSync(path)).toBe(false)
  expect((await cli(['journal', 'export', path])).code).toBe(0)
})

describe('changing the key', () => {
  const sealKeys = new KeyRing('JOURNAL_SEAL_KEY', [Buffer.alloc(32, 9), testSealKeys.newest.key])
  const both = () => cliOn(runCli, database.url, { sealKeys })
  const { id: newId } = sealKeys.newest
  const { id: oldId } = testSealKeys.newest

  test('is refused without a new key', async () => {
    expect((await cliOn(runCli, database.url)(['journal', 'rotate-key'])).err).toContain(
      'JOURNAL_SEAL_KEY is missing',
    )
    expect((await cli(['journal', 'rotate-key'])).err).toBe(
      `The journal is sealed with the key ${oldId} already, the first of JOURNAL_SEAL_KEY. Put the new key before it.\n`,
    )
  })

  test('tells seal, keys and head, and a chain or an export verifies with both keys', async () => {
    expect((await both()(['journal', 'verify'])).out).toContain(
      `It goes on with the key ${oldId}, not with the newest one given, ${newId}.`,
    )
    const { code, out } = await both()(['journal', 'rotate-key'])
    expect(code).toBe(0)
    expect(out).toMatch(
      new RegExp(
        `^From seal 5 on the journal is sealed with the key ${newId}\\.\nSeal 4, made with the key ${oldId}, says so\\. .+\nHead: [0-9a-f]{64}\n$`,
      ),
    )
    await sealNow(db, sealKeys)
    const path = join(folder.path, 'both.ndjson')
    await both()(['journal', 'export', path])
    for (const from of [[], ['--file', path]]) {
      const verified = await both()(['journal', 'verify', ...from])
      expect(verified).toMatchObject({ code: 0, err: '' })
      expect(verified.out).toMatch(
        /^The journal is intact: 4 entries under 5 seals\.\nHead: \S+\nGive --head/,
      )
      expect((await cli(['journal', 'verify', ...from])).err).toContain(`NOT intact: seal 5: `)
      const newOnly = cliOn(runCli, database.url, {
        sealKeys: new KeyRing('JOURNAL_SEAL_KEY', [sealKeys.newest.key]),
      })
      expect((await newOnly(['journal', 'verify', ...from, '--from', '5'])).out).toContain(
        'The journal is intact from seal 5 on: 1 entry under 1 seal.',
      )
    }
    expect((await cli(['journal', 'verify', '--from', '0'])).err).toContain(
      '--from takes the number of a seal',
    )
  })

  test('without the key before it is possible when that is told to be lost', async () => {
    const lostTo = new KeyRing('JOURNAL_SEAL_KEY', [Buffer.alloc(32, 10)])
    const alone = cliOn(runCli, database.url, { sealKeys: lostTo })
    expect((await alone(['journal', 'rotate-key'])).err).toContain(`does not hold the key ${newId}`)
    const { code, out } = await alone(['journal', 'rotate-key', '--lost'])
    expect(code).toBe(0)
    expect(out).toContain('Seal 6 begins with it: what lies before cannot be verified any more.')
    expect((await alone(['journal', 'verify', '--from', '6'])).code).toBe(0)
  })
})
