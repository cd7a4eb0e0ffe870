import { expect, test } from 'vitest'
import { setupMessages } from './setup-messages.ts'
import { emptySetup, setupRules, type SetupValues, whyNotSave } from './setup-rules.ts'

const good: SetupValues = {
  agencyId: '00001234',
  agencyName: 'Nova Insurance',
  projectedClients: '1200',
  projectedUsers: '8',
  isOnline: false,
}
const texts = ['agencyId', 'agencyName', 'projectedClients', 'projectedUsers'] as const

function error(field: (typeof texts)[number], value: string): string | null {
  return setupRules[field]?.(value, { ...good, [field]: value }) ?? null
}

test('[SETUP5X-04] [SETUP5X-07] [SETUP5X-08] [SETUP5X-12] empty fields are Required', () => {
  for (const field of texts) expect(error(field, '')).toBe('Required')
  expect(error('agencyName', '   ')).toBe('Required')
})

test('[SETUP5X-06] [SETUP5X-10] [SETUP5X-13] zero is no positive number', () => {
  for (const field of ['agencyId', 'projectedClients', 'projectedUsers'] as const) {
    expect(error(field, '0')).toBe('Must be a positive number')
    expect(error(field, '000')).toBe('Must be a positive number')
    expect(error(field, '1')).toBeNull()
  }
})

test('[SETUP5X-11] projected clients go up to 1,000,000', () => {
  expect(error('projectedClients', '1000000')).toBeNull()
  expect(error('projectedClients', '1000001')).toBe("Can't be greater than 1,000,000")
  expect(error('projectedUsers', '9999999')).toBeNull()
})

test('[SETUP5X-03] saving waits for the first field that is empty or wrong', () => {
  expect(whyNotSave(emptySetup)).toBe('Fill in Agency Id to save.')
  expect(whyNotSave({ ...good, projectedUsers: '' })).toBe('Fill in Projected Users to save.')
  expect(whyNotSave({ ...good, projectedClients: '1000001' })).toBe('Correct Projected Clients to save.')
  expect(whyNotSave(good)).toBeUndefined()
})

test('[SETUP5X-02] a new agency is not online unless somebody says so', () => {
  expect(emptySetup.isOnline).toBe(false)
})

test('[SETUP5X-17] what is said of an agency names its id in eight digits', () => {
  expect(setupMessages.created(6938)).toBe('Agency 00006938 created successfully')
  expect(setupMessages.exists(6938, 'Smith')).toBe('00006938 already exists: Smith')
})
