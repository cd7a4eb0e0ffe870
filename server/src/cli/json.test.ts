import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliOn } from '../../test/cli-run.ts'
import { sealNow, testSealKeys } from '../../test/journal-rows.ts'
import { testImports } from '../../test/imports.ts'
import { openStoredProducts } from '../../test/stored-products.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'
import { withConnection } from '../db/connection.ts'
import * as marketplace from '../modules/marketplace/public.ts'
import { runCli } from './main.ts'
import { verbs } from './verbs.ts'

useOwnPostgres()

let imports: Awaited<ReturnType<typeof testImports>>
let cli: ReturnType<typeof cliOn>
beforeAll(async () => {
  imports = await testImports(runCli)
  cli = cliOn(runCli, imports.database.url, { sealKeys: testSealKeys })
})
afterAll(() => imports.close())

const file = 'agencyId,name\n70000001,Ärzte & Söhne\n70000002,Lee\n'
const bad = '70000003\n'
const withoutColumns = `${file}${bad}`

/** The output of a verb, which must be exactly one JSON document, and its exit code. */
async function ask(words: readonly string[]): Promise<{ code: number; document: unknown; err: string }> {
  const { code, out, err } = await cli([...words, '--json'])
  // A second document, or a line for people, would not parse.
  return { code, document: JSON.parse(out) as unknown, err }
}

test('every verb that finds something out says so for programs, and its help and no other one’s names --json', async () => {
  const taking = Object.entries(verbs).flatMap(([words, verb]) => (verb.json === true ? [words] : []))
  expect(taking.toSorted()).toEqual([
    'agencies import',
    'agencies protocols',
    'agent-check',
    'doctor',
    'journal export',
    'journal verify',
    'reports check',
    'staff list',
    'switch list',
  ])
  for (const words of Object.keys(verbs)) {
    const { out } = await cli([...words.split(' '), '--help'])
    expect(out.endsWith(' [--json]\n'), words).toBe(taking.includes(words))
  }
  const { code, err } = await cli(['staff', 'unlock', 'a@b.test', '--json'])
  expect([code, err.startsWith("Unknown option '--json'")]).toEqual([2, true])
})

test('an import tells its counts, what it would do and what it refused; a failure leaves standard output empty', async () => {
  const path = await imports.folder.write(file)
  const words = ['agencies', 'import', path]
  const counts = { inserted: 2, updated: 0, unchanged: 0, refused: 0 }
  expect(await ask(['agencies', 'import', '--status'])).toMatchObject({ code: 0, document: { import: null } })
  expect(await ask([...words, '--dry-run'])).toEqual({
    code: 0,
    document: { file: path, dryRun: true, ...counts },
    err: '',
  })
  expect(await ask(words)).toEqual({ code: 0, document: { file: path, dryRun: false, ...counts }, err: '' })
  expect(await ask(['agencies', 'import', '--status'])).toEqual({
    code: 0,
    document: {
      import: {
        state: 'done',
        file: path.split('/').at(-1),
        agencies: 2,
        merged: 2,
        ...counts,
        startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    },
    err: '',
  })
  const odd = await imports.folder.write(withoutColumns)
  const refused = join(imports.folder.path, 'refused.csv')
  expect((await ask(['agencies', 'import', odd, '--skip-bad', refused])).document).toEqual({
    file: odd,
    dryRun: false,
    inserted: 0,
    updated: 0,
    unchanged: 2,
    refused: 1,
  })
  const failed = await cli(['agencies', 'import', odd, '--json'])
  expect([failed.code, failed.out]).toEqual([1, ''])
  expect(failed.err).toContain('Nothing was imported.')
})

test('lists tell the same to programs as to people', async () => {
  const add = [
    'staff',
    'add',
    'ada@json.test',
    '--first',
    'Ada',
    '--last',
    'Byron',
    '--permissions',
    '2000,5',
  ]
  expect((await cli([...add, '--generate', '--must-change'])).code).toBe(0)
  expect((await ask(['staff', 'list'])).document).toEqual({
    staff: [
      {
        email: 'ada@json.test',
        firstName: 'Ada',
        lastName: 'Byron',
        status: 'must change password',
        permissions: [5, 2000],
      },
    ],
  })
  expect((await cli(['staff', 'list'])).out).toBe('ada@json.test  Ada Byron  must change password  5,2000\n')
  await imports.db.write.insertInto('feature_switch').values({ name: 'beta', enabled: true }).execute()
  const { switches } = (await ask(['switch', 'list'])).document as { switches: object[] }
  expect(switches).toContainEqual({ name: 'beta', enabled: true })
  expect((await cli(['switch', 'list'])).out).toContain('beta on\n')
  expect((await ask(['agencies', 'protocols'])).document).toEqual({ newest: 2, versions: [] })
  await cli(['agencies', 'retire-protocol', '1', '2027-03-31'])
  expect((await ask(['agencies', 'protocols'])).document).toEqual({
    newest: 2,
    versions: [{ version: 1, agencies: 0, lately: 0, retiresOn: '2027-03-31' }],
  })
})

test('reports check tells no difference, or each of them and ends with 1', async () => {
  expect(await ask(['reports', 'check'])).toEqual({ code: 0, document: { differences: [] }, err: '' })
  const productId = await openStoredProducts(imports.db, marketplace).product('Rate Pro')
  await imports.db.write
    .insertInto('agency_product')
    .values({ agency_id: 70_000_001, product_id: productId, subscribed: true })
    .execute()
  expect(await ask(['reports', 'check'])).toEqual({
    code: 1,
    document: { differences: [{ product: 'Rate Pro', agencyId: 70_000_001, columns: ['subscribed'] }] },
    err: '1 state differs from what the events say.\n',
  })
})

test('doctor tells every finding and how many are wrong', async () => {
  const { code, document, err } = await ask(['doctor'])
  const { wrong, findings } = document as { wrong: number; findings: { state: string; fix: string }[] }
  expect([code, err]).toEqual([1, `${wrong} things are wrong.\n`])
  expect(findings.filter(({ state }) => state === 'wrong')).toHaveLength(wrong)
  expect(findings).toContainEqual({
    state: 'wrong',
    about: expect.stringMatching(/^DATABASE_URL is missing: /),
    fix: expect.any(String),
  })
})

test('agent-check tells what holds and what does not', async () => {
  const words = ['agent-check', '--command', 'true', '--only', 'contact', '--patience', '1']
  const { code, document, err } = await ask(words)
  expect([code, err]).toEqual([1, '1 of 2 do not hold.\n'])
  const title = expect.any(String) as unknown
  expect(document).toEqual({
    failed: 1,
    checks: [
      { name: 'contact', title, problem: expect.any(String) },
      { name: 'contract', title, problem: null },
    ],
  })
})

test('journal verify tells what is intact with its head, and what is not with its seal', async () => {
  const sealed = await sealNow(imports.db)
  const exported = join(imports.folder.path, 'export.jsonl')
  const found = await ask(['journal', 'export', exported])
  const { entries } = found.document as { entries: number }
  expect(found).toMatchObject({ code: 0, document: { file: exported, entries, seals: 1 }, err: '' })
  expect(entries).toBeGreaterThan(3)
  const intact = {
    code: 0,
    document: {
      intact: true,
      from: 1,
      entries,
      seals: 1,
      head: sealed.head.toString('hex'),
      key: expect.any(String) as unknown,
    },
    err: '',
  }
  expect(await ask(['journal', 'verify'])).toEqual(intact)
  expect(await ask(['journal', 'verify', '--file', exported])).toEqual(intact)
  await withConnection(imports.database.url, async (client) => {
    await client.query('alter table journal disable trigger all')
    await client.query(
      `update journal set event = 'agencies.renamed' where seq = (select min(seq) from journal)`,
    )
  })
  expect(await ask(['journal', 'verify'])).toEqual({
    code: 1,
    document: { intact: false, from: 1, seal: 1, why: expect.any(String) },
    err: expect.stringMatching(/^The journal is NOT intact: seal 1: /),
  })
})
