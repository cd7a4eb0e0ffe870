import { beforeEach, expect, test } from 'vitest'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { changePhone, changeTcrNumber } from './service.ts'
import { addTexting, findHolder, findTexting } from './store.ts'

const { db, inTx } = useDatabase({ poolSize: 4 })

const at = new Date('2026-11-22T10:00:00Z')
const later = new Date('2026-11-22T11:00:00Z')
const ada = { by: 'ada@support.test', at, version: undefined }
const bob = { by: 'bob@support.test', at: later, version: undefined }

beforeEach(async () => {
  await db.write.deleteFrom('agency_texting').execute()
  for (const agencyId of [6938, 8951]) await inTx((tx) => addTexting(tx, { agencyId, by: 'agency', at }))
})

const setPhone = (agencyId: number, phone: string, order: string | null = null, who = ada) =>
  inTx((tx) =>
    changePhone(tx, {
      ...who,
      agencyId,
      phone,
      order: order === null ? null : { id: order, kind: 'standard' },
    }),
  )
const setTcr = (
  agencyId: number,
  tcrNumber: string | null,
  who: { by: string; at: Date; version: number | undefined } = ada,
) => inTx((tx) => changeTcrNumber(tx, { ...who, agencyId, tcrNumber }))

test('a number is replaced by the next one, and an order stays known until another one comes', async () => {
  await setPhone(6938, '8015550142', 'order-1')
  await setPhone(6938, '18015550143')
  expect(await findTexting(db.read, 6938)).toMatchObject({
    phones: ['18015550143'],
    order_id: 'order-1',
    order_kind: 'standard',
    version: 3,
  })
})

test('[PROV-61] no two agencies have one number, with or without its leading 1', async () => {
  await setPhone(6938, '8015550142')
  expect(await setPhone(8951, '18015550142')).toEqual({ outcome: 'taken', agencyId: 6938 })
  expect(await findHolder(db.read, '18015550142')).toBe(6938)
})

test('of two agencies that get one number at once one has it and the other hears of it', async () => {
  const { running } = await inTx(async (tx) => {
    const change = { ...ada, agencyId: 6938, phone: '8015550142', order: null }
    expect(await changePhone(tx, change)).toMatchObject({ outcome: 'changed' })
    const other = setPhone(8951, '8015550142')
    await untilOneWaits(tx, 'agency_texting')
    return { running: other }
  })
  expect(await running).toEqual({ outcome: 'taken', agencyId: 6938 })
})

test('the same number and order again change nothing', async () => {
  await setPhone(6938, '8015550142', 'order-1')
  expect(await setPhone(6938, '8015550142', 'order-1')).toMatchObject({
    outcome: 'same',
    row: { version: 2 },
  })
  expect(await setPhone(6938, '8015550142', 'order-2')).toMatchObject({ outcome: 'changed' })
})

test('[PROV-67] a TCR number is created once after none, and updated by each change', async () => {
  const created = await setTcr(6938, 'C4X9')
  expect(created).toMatchObject({ row: { tcr_created_by: ada.by, tcr_updated_by: ada.by } })
  expect(await setTcr(6938, 'C4X8', bob)).toMatchObject({
    row: { tcr_created_by: ada.by, tcr_created_at: at, tcr_updated_by: bob.by, tcr_updated_at: later },
  })
  const removed = await setTcr(6938, null, bob)
  expect(removed).toMatchObject({ row: { tcr_number: null, tcr_created_by: null, tcr_updated_by: bob.by } })
  const again = await setTcr(6938, 'C4X8', bob)
  expect(again).toMatchObject({ row: { tcr_created_by: bob.by, tcr_created_at: later } })
})

test('whoever read the TCR number before another changed it hears by whom; a changed phone does not matter', async () => {
  await setPhone(6938, '8015550142')
  const first = { ...ada, version: 1 }
  expect(await setTcr(6938, 'C4X9', first)).toMatchObject({ outcome: 'changed', row: { version: 3 } })
  expect(await setTcr(6938, 'C4X8', { ...bob, version: 2 })).toMatchObject({
    outcome: 'stale',
    by: ada.by,
    at,
    row: { tcr_number: 'C4X9' },
  })
  expect(await setTcr(6938, 'C4X9', { ...bob, version: 2 })).toMatchObject({ outcome: 'same' })
})

test('an agency that texting was never set up for has nothing to change', async () => {
  expect([await setPhone(1, '8015550142'), await setTcr(1, 'C4X9')]).toEqual([
    { outcome: 'noRecord' },
    { outcome: 'noRecord' },
  ])
})
