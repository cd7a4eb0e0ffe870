import { afterAll, beforeAll, expect, test } from 'vitest'
import { callControl } from '../control.ts'
import { makeRecord } from './data.ts'
import { type BackOfficeEmulator, startBackOffice } from './start.ts'

let office: BackOfficeEmulator
beforeAll(async () => {
  office = await startBackOffice()
})
afterAll(() => office.close())

function ask(path: string, token = office.settings.token): Promise<Response> {
  return fetch(`${office.settings.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
}

const set = (fault: object): Promise<unknown> => callControl(office.url, 'POST', '/fault', fault)

test('every agency has a record, always the same one, and no two are alike', async () => {
  const billing = async (id: number) => (await ask(`/billing/${id}/billingcycle`)).json()
  expect(await billing(6938)).toEqual(await billing(6938))
  expect(await billing(6938)).toMatchObject({ CmsAgencyId: '00006938' })
  const ids = Array.from({ length: 300 }, (_, index) => index * 3571 + 1)
  const records = ids.map((id) => makeRecord(id))
  expect(new Set(records.map(({ license }) => license)).size).toBe(ids.length)
  for (const { seats, contacts } of records) {
    expect(seats.Users.length).toBeLessThanOrEqual(seats.Total)
    expect(new Set(seats.Users.map(({ Username }) => Username)).size).toBe(seats.Users.length)
    expect(contacts.length).toBeGreaterThan(0)
  }
  expect(records.filter(({ billing: { PaymentPlan } }) => PaymentPlan === null).length).toBeGreaterThan(0)
})

test('the license is XML and says the seats that the seats say', async () => {
  const license = await ask('/datecode/client/8951')
  expect(license.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const { Total } = (await (await ask('/datecode/client/seats/8951')).json()) as { Total: number }
  expect(await license.text()).toContain(`<seats total="${Total}"`)
})

test('who does not show the token, or asks for no agency, gets nothing', async () => {
  expect((await ask('/contact/1/main', 'another')).status).toBe(401)
  for (const id of ['0', 'x', '-1', '123456789']) expect((await ask(`/contact/${id}/main`)).status).toBe(400)
})

test('a fault meets its agency as often as told, and the calls are counted', async () => {
  await set({ endpoint: 'billing', agencyId: 5, kind: 'status', status: 503, times: 1 })
  expect((await ask('/billing/6/billingcycle')).status).toBe(200)
  expect((await ask('/billing/5/billingcycle')).status).toBe(503)
  expect((await ask('/billing/5/billingcycle')).status).toBe(200)
  expect(await callControl(office.url, 'GET', '/received')).toMatchObject({ 'billing 5': 2, 'billing 6': 1 })
})

test('each kind of fault does what it says', async () => {
  const path = '/contact/7/main'
  const whole = await (await ask(path)).text()
  const fault = (more: object) => set({ endpoint: 'contacts', agencyId: 7, times: 1, ...more })
  await fault({ kind: 'malformed' })
  expect(await (await ask(path)).text()).toBe(whole.slice(0, Math.floor(whole.length / 2)))
  await fault({ kind: 'body', body: '<html>' })
  expect(await (await ask(path)).text()).toBe('<html>')
  await fault({ kind: 'long', bytes: 2_000_000 })
  expect((await (await ask(path)).text()).length).toBe(2_000_000)
  await fault({ kind: 'cut' })
  await expect(ask(path).then((answer) => answer.text())).rejects.toThrow(/terminated|other side closed/)
  await fault({ kind: 'drop' })
  await expect(ask(path)).rejects.toThrow('fetch failed')
  await fault({ kind: 'delay', ms: 20 })
  expect(await (await ask(path)).text()).toBe(whole)
  await expect(set({ endpoint: 'nothing', kind: 'drop' })).rejects.toThrow('400')
  await callControl(office.url, 'DELETE', '/fault')
})
