import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { matchingStep, newTotpSecret, totpUri } from './totp.ts'

const now = new Date('2026-11-20T09:00:00Z')
const epoch = now.getTime() / 1000
const step = epoch / 30

test('the code of RFC 6238 for T = 59 is known as its step', async () => {
  // Base32 of the RFC's test secret; the RFC lists eight digits, of which an app shows the last six.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(await matchingStep(secret, '287082', { now: new Date(59_000), lastStep: 0 })).toBe(1)
})

test('[A17] one step to either side is allowed for, two are not', async () => {
  const secret = newTotpSecret()
  const steps = []
  for (const off of [-2, -1, 0, 1, 2]) {
    const code = await generate({ secret, epoch: epoch + off * 30 })
    steps.push(await matchingStep(secret, code, { now, lastStep: 0 }))
  }
  expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test('[A17] the codes up to the last used step are spent', async () => {
  const secret = newTotpSecret()
  const code = await generate({ secret, epoch })
  expect(await matchingStep(secret, code, { now, lastStep: step - 1 })).toBe(step)
  expect(await matchingStep(secret, code, { now, lastStep: step })).toBeUndefined()
})

test.each(['', '12345', '1234567', '12345a', '１２３４５６', '      '])('%j is no code', async (code) => {
  expect(await matchingStep(newTotpSecret(), code, { now, lastStep: 0 })).toBeUndefined()
})

test('the address names product and person, and carries the secret', () => {
  const uri = new URL(totpUri('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'ada@support.test'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Agency Support:ada@support.test')
  expect(uri.searchParams.get('issuer')).toBe('Agency Support')
  expect(uri.searchParams.get('secret')).toBe('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
})

test('secrets have 160 bits and differ', () => {
  const secrets = new Set(Array.from({ length: 50 }, newTotpSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})
