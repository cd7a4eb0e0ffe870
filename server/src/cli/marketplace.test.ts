import { products } from '@agency-support/contract/modules/products'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { cliOn } from '../../test/cli-run.ts'
import { runCli } from './main.ts'

const server = useServer()
let cli: ReturnType<typeof cliOn>
let folder: string
beforeAll(async () => {
  cli = cliOn((argv, around) => runCli(argv, { ...around, clock: server.clock }), server.database.url)
  folder = await mkdtemp(join(tmpdir(), 'items-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function importItems(text: string) {
  const file = join(folder, 'items.csv')
  await writeFile(file, text)
  return cli(['marketplace', 'import-items', file])
}
const listed = async () => {
  const client = await server.asNew()
  return (await client.call(products.integrationProducts, {})).data
}

test('[MKT-27] items come by a file, all or none; what it no longer names goes', async () => {
  const first = await importItems('itemId,name\n7,Rater\n12,"Forms, Plus"\n')
  expect([first.code, first.out]).toEqual([0, '2 items: 2 added, 0 renamed, 0 removed.\n'])
  expect(await listed()).toEqual([
    { itemId: 12, name: 'Forms, Plus' },
    { itemId: 7, name: 'Rater' },
  ])
  const again = await importItems('itemId,name\r\n7,Rater Pro\r\n9,Vault\r\n')
  expect(again.out).toBe('2 items: 1 added, 1 renamed, 1 removed.\n')
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['actor', 'after'])
    .where('event', '=', 'products.itemsImported')
    .orderBy('seq')
    .execute()
  expect(rows).toEqual([
    { actor: 'cli', after: { added: 2, renamed: 0, removed: 0 } },
    { actor: 'cli', after: { added: 1, renamed: 1, removed: 1 } },
  ])
  for (const [text, says] of [
    ['', 'The file is empty'],
    ['id,name\n1,x\n', 'line 1: the header must be itemId,name.'],
    ['itemId,name\n1,x\n0,y\n', 'line 3: itemId must be a whole number from 1 to 2147483647.'],
    ['itemId,name\n1,x\n1,y\n', 'line 3: the item 1 appears twice.'],
    ['itemId,name\n1, \n', 'line 2: name must be 1 to 200 characters.'],
    ['itemId,name\n1\n', 'line 2: it must have two fields.'],
  ] as const) {
    const { code, err } = await importItems(text)
    expect([code, err]).toEqual([1, expect.stringContaining(says)])
  }
  expect((await listed()).map(({ itemId }) => itemId)).toEqual([7, 9])
  expect((await cli(['marketplace', 'import-items', join(folder, 'absent.csv')])).err).toMatch(/no file/)
})
