import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'

test('every page and answer carries what tells a browser to shut others out', async () => {
  const consoleFolder = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>Agency Support</title>')
  try {
    await using server = await testServer({ config: { consoleFolder } })
    const client = await server.as(null)
    for (const path of ['/', '/api/environment', '/api/nothing', '/auth/staff/whoami']) {
      const { headers } = await client.send({ method: 'GET', path })
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      const policy = String(headers['content-security-policy']).split('; ')
      for (const kind of ['default-src', 'script-src', 'font-src', 'connect-src', 'form-action'])
        expect([path, policy]).toEqual([path, expect.arrayContaining([`${kind} 'self'`])])
      for (const kind of ['object-src', 'base-uri'])
        expect([path, policy]).toEqual([path, expect.arrayContaining([`${kind} 'none'`])])
      expect(policy).toEqual(
        expect.arrayContaining([
          "img-src 'self' data:",
          "require-trusted-types-for 'script'",
          'trusted-types agency-support',
        ]),
      )
      expect(headers['content-security-policy']).not.toMatch(/unsafe-|\*/)
    }
  } finally {
    rmSync(consoleFolder, { recursive: true })
  }
})
