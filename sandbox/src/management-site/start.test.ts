import { expect, test } from 'vitest'
import { startManagementSite } from './start.ts'

async function read(address: string): Promise<{ status: number; text: string; type: string }> {
  const response = await fetch(address)
  return {
    status: response.status,
    text: await response.text(),
    type: response.headers.get('content-type') ?? '',
  }
}

test('each of the four pages says which it is and which agency it was given', async () => {
  const site = await startManagementSite()
  try {
    expect(Object.keys(site.addresses).sort()).toEqual([
      'agency-cutoff-report',
      'agency-detail-6x',
      'agency-setup-6x',
      'market-item-mgmt-6x',
    ])
    for (const [key, address] of Object.entries(site.addresses)) {
      const plain = await read(address)
      expect(plain).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
      expect(plain.text).toContain(`<dd>${key}</dd><dt>Agency id</dt><dd>none</dd>`)
      expect((await read(`${address}/6938`)).text).toContain('<dd>6938</dd>')
    }
    const reports = (await read(`${site.origin}/ready.js`)).text
    for (const kind of ['ready', 'input']) expect(reports).toContain(`report('${kind}')`)
    for (const path of ['/', '/elsewhere', '/agency/x', '/agency/1/2'])
      expect((await read(site.origin + path)).status).toBe(404)
  } finally {
    await site.close()
  }
})
