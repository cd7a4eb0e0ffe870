import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testImports } from '../../../test/imports.ts'
import { withConnection } from '../../db/connection.ts'
import { beginImport, keepStage } from '../../jobs/agency-import/imports.ts'
import { runCli } from '../main.ts'

let imports: Awaited<ReturnType<typeof testImports>>
let journalBefore: number

beforeAll(async () => {
  imports = await testImports(runCli)
})
afterAll(() => imports.close())
beforeEach(async () => {
  journalBefore = await imports.empty()
})

const importing = (content: string | Buffer, ...options: string[]) => imports.importing(content, ...options)
const agencies = () => imports.agencies()
const journal = () => imports.journal(journalBefore)

test('--dry-run says what would happen and changes nothing', async () => {
  await importing('agencyId,name\n1,One\n2,Two\n')
  const rows = await journal()
  const outcome = await importing('agencyId,name\n1,One\n2,Zwei\n3,Three\n4,Four\n', '--dry-run')
  expect(outcome).toMatchObject({
    code: 0,
    out: 'would insert 2, update 1, leave 1 unchanged; nothing was changed\n',
  })
  expect((await agencies()).map(({ name }) => name)).toEqual(['One', 'Two'])
  expect(await journal()).toEqual(rows)
})

test('--dry-run finds a bad line too', async () => {
  expect(await importing('agencyId\n1\nx\n', '--dry-run')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^line 3: agencyId "x"/),
  })
})

test('--skip-bad imports the rest and writes the refused lines as they stood', async () => {
  const refused = join(imports.folder.path, 'refused.csv')
  const outcome = await importing(
    'agencyId,name\r\n1,One\r\n12a,"Say ""hi"""\r\n2,a"b\r\n1,Again\r\n3,Three\r\n',
    '--skip-bad',
    refused,
  )
  expect(outcome).toEqual({
    code: 0,
    out: `inserted 2, updated 0, unchanged 0\nrefused 3, see ${refused}\n`,
    err: '',
  })
  expect((await agencies()).map(({ agency_id }) => agency_id)).toEqual([1, 3])
  expect((await readFile(refused, 'utf8')).split('\r\n')).toEqual([
    'line,reason,text',
    '3,"agencyId ""12a"" is not a number","12a,""Say """"hi"""""""',
    '4,has a quote inside a field that is not wholly in quotes,"2,a""b"',
    '5,agencyId 1 is on line 2 already,"1,Again"',
    '',
  ])
  expect((await journal()).at(-1)).toMatchObject({
    event: 'agencies.importRun',
    after: { inserted: 2, refused: 3 },
  })
})

test('--skip-bad into a folder that is not there fails with a sentence and imports nothing', async () => {
  const outcome = await importing(
    'agencyId\n1\nx\n',
    '--skip-bad',
    join(imports.folder.path, 'none', 'refused.csv'),
  )
  expect(outcome.code).toBe(1)
  expect(outcome.err).toContain('no such file or directory')
  expect(await agencies()).toEqual([])
})

test('--dry-run checks the file to its end and lists what is bad, the first hundred at most', async () => {
  expect(await importing('agencyId,name\n1,ok\nx,a\n2,ok\n1,b\n-5,c\n', '--dry-run')).toEqual({
    code: 1,
    out: '',
    err: [
      'line 3: agencyId "x" is not a number',
      'line 5: agencyId 1 is on line 2 already',
      'line 6: agencyId "-5" is not from 1 to 99999999',
      '3 bad lines',
      'Nothing was imported.',
      '',
    ].join('\n'),
  })
  const { err } = await importing(`agencyId\n${'x\n'.repeat(150)}`, '--dry-run')
  expect(err.split('\n').slice(98)).toEqual([
    'line 100: agencyId "x" is not a number',
    'line 101: agencyId "x" is not a number',
    'and 50 more',
    '150 bad lines',
    'Nothing was imported.',
    '',
  ])
})

test('--dry-run tells the bad lines before the one after which nothing can be read', async () => {
  expect((await importing('agencyId,name\nx,a\n2,"open\n', '--dry-run')).err).toBe(
    'line 2: agencyId "x" is not a number\nline 3: a quote is opened and never closed\nNothing was imported.\n',
  )
})

test('--dry-run leaves nothing behind in the database', async () => {
  await importing('agencyId\n1\n', '--dry-run')
  expect(await imports.db.read.selectFrom('agency_import_line').selectAll().execute()).toEqual([])
  expect((await imports.cli(['agencies', 'import', '--status'])).out).not.toContain('under way:')
})

test('--skip-bad refuses a file that exists, the input above all, and leaves it as it is', async () => {
  const content = 'agencyId,name\n1,One\nx,Bad\n'
  const input = await imports.folder.write(content)
  const other = await imports.folder.write('mine')
  for (const path of [input, other])
    for (const options of [[], ['--dry-run']])
      expect(await imports.cli(['agencies', 'import', input, '--skip-bad', path, ...options])).toEqual({
        code: 1,
        out: '',
        err: `${path} exists already. Name a file that does not, for the lines that are refused.\nNothing was imported.\n`,
      })
  expect([await readFile(input, 'utf8'), await readFile(other, 'utf8')]).toEqual([content, 'mine'])
  expect(await agencies()).toEqual([])
})

test('--skip-bad looks for its file before a byte of the input is read', async () => {
  const missing = join(imports.folder.path, 'refused-first.csv')
  await writeFile(missing, '')
  const { err } = await importing('no header at all\n', '--skip-bad', missing)
  expect(err).toContain('exists already')
})

test('--skip-bad leaves no file where no line is bad, or where nothing came of it', async () => {
  const refused = join(imports.folder.path, 'none-refused.csv')
  expect(await importing('agencyId\n1\n', '--skip-bad', refused)).toMatchObject({
    out: 'inserted 1, updated 0, unchanged 0\nrefused 0\n',
  })
  await expect(readFile(refused)).rejects.toThrow('ENOENT')
  await importing('agencyId,name\nx,a\n2,"open\n', '--skip-bad', refused)
  await expect(readFile(refused)).rejects.toThrow('ENOENT')
})

test('an import that goes on names no file for the lines that the one before it refused', async () => {
  const content = 'agencyId\n1\nx\n'
  for (const options of [[], ['--skip-bad', join(imports.folder.path, 'not-written.csv')]]) {
    await imports.empty()
    await withConnection(imports.database.url, async (client) => {
      const importId = await beginImport(client, 'broke-off.csv', new Date())
      await client.query('insert into agency_import_line (agency_id) values (1)')
      const digest = createHash('sha256').update(content).digest()
      await keepStage(client, importId, { digest, refused: 1 })
    })
    expect(await importing(content, ...options)).toMatchObject({
      code: 0,
      out: [
        'Going on with an import that broke off: 0 of 1 agencies of broke-off.csv are merged.',
        'inserted 1, updated 0, unchanged 0',
        'refused 1, see the file that was named when the import began',
        '',
      ].join('\n'),
    })
  }
})

test('--skip-bad keeps the bytes of a line, whatever they are, but lets no spreadsheet run it', async () => {
  const refused = join(imports.folder.path, 'bytes.csv')
  const content = Buffer.concat([
    Buffer.from('agencyId,name\n1,caf'),
    Buffer.from([0xe9, 0x00, 0xff]),
    Buffer.from('\n=1+1,"Náme"\n3,Three\n'),
  ])
  expect(await importing(content, '--skip-bad', refused)).toMatchObject({ code: 0 })
  expect(await readFile(refused, 'latin1')).toBe(
    [
      'line,reason,text',
      '2,is not valid UTF-8,"1,caf\xe9\0\xff"',
      `3,"agencyId ""=1+1"" is not a number","'=1+1,""${Buffer.from('Náme').toString('latin1')}"""`,
      '',
    ].join('\r\n'),
  )
})
