import { beforeAll, expect, test } from 'vitest'
import { cliOn } from '../../test/cli-run.ts'
import { useDatabase } from '../../test/use-database.ts'
import { openStoredProducts } from '../../test/stored-products.ts'
import * as marketplace from '../modules/marketplace/public.ts'
import { runCli } from './main.ts'

const { database, db } = useDatabase()
let cli: ReturnType<typeof cliOn>
beforeAll(() => {
  cli = cliOn(runCli, database.url)
})

test('[MKT-69] reports check names every state that differs from what the events say, and fails', async () => {
  const world = openStoredProducts(db, marketplace)
  const productId = await world.product('Rate Pro')
  const other = await world.product('Other')
  for (const agencyId of [11, 12, 13, 14])
    await world.record(productId, agencyId, '2026-01-01T10:00:00Z', { eventCode: 0 })
  await world.record(productId, 11, '2026-02-01T10:00:00Z', { eventCode: 1 })
  await world.record(other, 11, '2026-02-01T10:00:00Z', { optIn: 1, name: 'Ann Lee', initials: 'AL' })
  await world.record(other, 12, '2026-02-01T10:00:00Z', { eventCode: 2 })
  expect(await cli(['reports', 'check'])).toEqual({
    code: 0,
    out: 'Every state is what the events say.\n',
    err: '',
  })

  const set = (agencyId: number, product: number, columns: object) =>
    db.write
      .updateTable('agency_product')
      .set(columns)
      .where('agency_id', '=', agencyId)
      .where('product_id', '=', product)
      .execute()
  await set(11, productId, { subscribed: true, stopped_at: null, status: 0 })
  await set(11, other, { opt_in_name: 'Somebody else' })
  await db.write.deleteFrom('agency_product').where('agency_id', '=', 13).execute()
  await db.write
    .insertInto('agency_product')
    .values({ agency_id: 15, product_id: productId, subscribed: true })
    .execute()
  const { code, out, err } = await cli(['reports', 'check'])
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      'Rate Pro at agency 00000011 differs in status, stopped_at, subscribed.',
      'Rate Pro at agency 00000013 has events, but no state is stored.',
      'Rate Pro at agency 00000015 differs in subscribed.',
      'Other at agency 00000011 differs in opt_in_name.',
      '',
    ],
  ])
  expect(err).toContain('4 states differ from what the events say.')
})
