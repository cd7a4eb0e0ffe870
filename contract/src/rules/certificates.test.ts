import { expect, test, vi } from 'vitest'
import { formatDay, hasExpired, isPilotAgency, matchesClient, padClientId } from './certificates.ts'

test('[CERTS-11] the pilot agencies are exactly these', () => {
  const pilots = [6938, 8951, 13141, 6866, 99999103, 99999104, 99999111, 99999808]
  for (const agencyId of pilots) expect(isPilotAgency(agencyId), String(agencyId)).toBe(true)
  for (const agencyId of pilots.flatMap((id) => [id - 1, id + 1]))
    if (!pilots.includes(agencyId)) expect(isPilotAgency(agencyId), String(agencyId)).toBe(false)
})

test('[CERTS-02] a client is found by a part of the name, or by its id with all, some or none of its zeros', () => {
  const client = { clientId: '00004711', name: 'Renée Núñez Farms' }
  for (const text of ['núñez', 'FARMS', ' renée ', '00004711', '4711', '47', '04711', '0047', '0000', ''])
    expect(matchesClient(client, text), text).toBe(true)
  for (const text of ['711', '000004711', '0711', 'farm s', '47x'])
    expect(matchesClient(client, text), text).toBe(false)
  expect(matchesClient({ clientId: '00000001', name: 'Unit 12' }, '12')).toBe(true)
  expect(matchesClient({ clientId: '47001100', name: 'Unit' }, '4711')).toBe(false)
})

test('[MKT-17] a calendar date reads MM/DD/YYYY, the same day in every time zone', () => {
  for (const there of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
    vi.stubEnv('TZ', there)
    expect(formatDay('2026-03-01')).toBe('03/01/2026')
  }
  vi.unstubAllEnvs()
})

test('a policy has expired from the day after its last one', () => {
  expect(hasExpired('2026-11-20', '2026-11-20')).toBe(false)
  expect(hasExpired('2026-11-20', '2026-11-21')).toBe(true)
  expect(hasExpired('2027-01-01', '2026-12-31')).toBe(false)
})

test('a client id is written with its zeros', () => {
  expect(['1', '4711', '12345678', '123456789'].map(padClientId)).toEqual([
    '00000001',
    '00004711',
    '12345678',
    '123456789',
  ])
})
