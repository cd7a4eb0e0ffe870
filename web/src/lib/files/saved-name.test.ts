import fc from 'fast-check'
import { expect, test } from 'vitest'
import { savedName, savedNameToCome } from './saved-name.ts'

const now = new Date('2026-11-21T03:04:05Z')

test.each([
  [
    { agencyId: 6938, clientId: '12345678', name: 'client.json' },
    '20261121030405_00006938_12345678_client.json',
  ],
  [
    { agencyId: 6938, filePath: 'error.log', name: 'error.log' },
    '20261121030405_00006938_rror.log_error.log',
  ],
  [
    { agencyId: 6938, filePath: 'logs/cm.1.log', name: 'cm.1.log' },
    '20261121030405_00006938_cm.1.log_cm.1.log',
  ],
  [{ agencyId: 99_999_103, name: 'config.json' }, '20261121030405_99999103_config.json'],
  [{ agencyId: 1, clientId: '', name: 'a b/ü.json' }, '20261121030405_00000001_a_b__.json'],
])('[DOWNLOADS-14] %o is saved as %s', (from, saved) => {
  expect(savedName(from, now, 'UTC')).toBe(saved)
  expect(savedNameToCome(from)).toBe(saved.replace('20261121030405', 'YYYYMMDDHHmmss'))
})

test('[DOWNLOADS-14] the timestamp is local time', () => {
  expect(savedName({ agencyId: 1, name: 'x' }, now, 'America/New_York')).toBe('20261120220405_00000001_x')
})

test('[DOWNLOADS-14] whatever the sender calls it, the saved name is one of plain characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', minLength: 1 }),
      (filePath, name) => {
        expect(savedName({ agencyId: 6938, filePath, name }, now)).toMatch(/^\d{14}_00006938_[\w.-]*$/)
      },
    ),
  )
})
