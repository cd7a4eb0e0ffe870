import { expect, test } from 'vitest'
import { withIds } from './row-ids.ts'

const error = (clientId: string, code: number) => ({ clientId, code, msg: 'It failed.' })
const identify = (rows: ReturnType<typeof error>[]) =>
  withIds(rows, ({ clientId, code }) => `${clientId} ${code}`)

test('every row has an id of its own, the same one after a refresh', () => {
  const errors = [error('00000001', 7), error('00000001', 7), error('00000002', 7)]
  const ids = identify(errors).map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(identify(errors).map(({ id }) => id)).toEqual(ids)
  expect(identify(errors.slice(2))[0]?.id).toBe(ids[2])
})

test('the rows themselves stay as they are', () => {
  const [row] = identify([error('00000001', 7)])
  expect(row).toEqual({ ...error('00000001', 7), id: '00000001 7' })
})
