import { certificates } from '@agency-support/contract/modules/certificates'
import { P } from '@agency-support/contract/permissions'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { published } from '../../../test/certificates.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess] })
})

/** The answer with its bytes, as a browser receives it. */
async function fetchFile(agencyId: number, clientId: string) {
  const response = await fetch(`${server.origin}/api/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin, cookie: reader.cookie ?? '' },
    body: JSON.stringify({ command: 'GetSelfServeCertificateFile', agencyId, clientId }),
  })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The pieces of text of each page. */
async function readItems(bytes: Buffer) {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const pdf = await loading.promise
  const pages = Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1))
  const texts = await Promise.all(pages.map(async (page) => (await page).getTextContent()))
  await loading.destroy()
  return texts.map(({ items }) => items.flatMap((item) => ('str' in item ? [item] : [])))
}

/** The text of each page, as a person would select it: adjacent pieces are joined without a space. */
async function readText(bytes: Buffer): Promise<string[]> {
  return (await readItems(bytes)).map((items) => items.map(({ str }) => str).join(''))
}

/** Pieces of text that reach into the next one on their line. */
async function findOverlaps(bytes: Buffer): Promise<string[]> {
  const pages = await readItems(bytes)
  return pages.flatMap((items) => {
    const placed = items
      .filter(({ str }) => str.trim() !== '')
      .map(({ str, width, transform }) => ({ str, width, x: Number(transform[4]), y: Number(transform[5]) }))
      .sort((one, other) => one.y - other.y || one.x - other.x)
    return placed.flatMap((one, at) => {
      const next = placed[at + 1]
      return next?.y === one.y && one.x + one.width > next.x + 0.01 ? [`${one.str}|${next.str}`] : []
    })
  })
}

/** The number of font descriptors, and how many of those fonts are embedded. */
function countFonts(bytes: Buffer): { fonts: number; embedded: number } {
  const text = bytes.toString('latin1')
  const count = (what: RegExp) => text.match(what)?.length ?? 0
  return { fonts: count(/\/Type \/FontDescriptor/g), embedded: count(/\/FontFile2 \d+ \d+ R/g) }
}

const journal = (agencyId: number) =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'subject', 'after'])
    .where('agency_id', '=', agencyId)
    .where('event', '<>', 'certificates.reported')
    .execute()

const at = '2026-11-02T16:05:00Z'

test('[CERTS-14] [MKT-54] [MKT-07] the PDF tells the record of this moment in text that can be selected, and is journalled', async () => {
  const software = await server.software(6938)
  await software.call(certificates.report, { events: [published('1', at, '00004711', { name: 'Old Name' })] })
  await software.call(certificates.report, {
    events: [published('2', '2026-11-03T16:05:00Z', '00004711', { name: 'Renée Núñez & Sons' })],
  })
  const { headers, bytes } = await fetchFile(6938, '00004711')
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe('attachment; filename="certificate.pdf"')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const [page = '', ...more] = await readText(bytes)
  expect(more).toEqual([])
  for (const part of [
    'Renée Núñez & Sons (00004711)',
    'Agency 6938 (00006938)',
    '11/03/2026 16:05 UTC by a@smith.test',
    // Cell by cell: each value under its own heading.
    'Policy Number Carrier Effective Expiration',
    'HO-100 Harbor Mutual 03/01/2026 03/01/2027',
    'First Bank',
    '1 Main Street',
    'Springfield, IL 62701',
    'bank@first.test',
    'Yes',
    'page 1 of 1',
  ])
    expect(page).toContain(part)
  expect(page).not.toContain('Old Name')
  const { fonts, embedded } = countFonts(bytes)
  expect(fonts).toBe(2)
  expect(embedded).toBe(fonts)
  expect(await journal(6938)).toEqual([
    { event: 'certificates.downloaded', subject: '00004711', after: { name: 'Renée Núñez & Sons' } },
  ])
})

test('[MKT-54] without a certificate the answer is the envelope, and nothing is journalled', async () => {
  await server.agency(6866)
  const got = await reader.call(certificates.file, { agencyId: 6866, clientId: '00004711' })
  expect(JSON.parse(got.text)).toEqual({ code: 2, message: 'Certificate not found.', data: [] })
  expect(await journal(6866)).toEqual([])
})

test('[MKT-55] letters that the first font lacks come from the second, others are a box; no name makes it fail', async () => {
  const names = {
    '00000001': ['山田 太郎 & Søn', '山田 太郎 & Søn'],
    '00000002': ['株式会社ヤマト Łukasik', '株式会社ヤマト Łukasik'],
    '00000003': ['Ann 👍🏽 שלום', 'Ann □ □□□□'],
    '00000004': ['𠮷野家 가나', '𠮷野家 □□'],
    '00000005': ['é'.repeat(200), 'é'.repeat(20)],
    '00000006': ['ffi fl % () \\ <b>', 'ffi fl % () \\ <b>'],
  }
  const software = await server.software(8951)
  await software.call(certificates.report, {
    events: Object.entries(names).map(([clientId, [name = '']]) =>
      published(clientId, at, clientId, { name }),
    ),
  })
  for (const [clientId, [, shown = '']] of Object.entries(names)) {
    const { headers, bytes } = await fetchFile(8951, clientId)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect((await readText(bytes)).join('')).toContain(shown)
    const { fonts, embedded } = countFonts(bytes)
    expect(embedded).toBe(fonts)
  }
})

test('a certificate without policies and holders says so; one with many goes on for pages, each with its heads', async () => {
  const software = await server.software(13_141)
  const policies = Array.from({ length: 60 }, (_, n) => ({
    policyNumber: `P-${n}`,
    carrier: `Harbor Mutual of the Great Plains${' and'.repeat(n % 20)}, a company with a name of several lines`,
    effectiveDate: '2026-01-01',
    expirationDate: '2027-01-01',
  }))
  await software.call(certificates.report, {
    events: [
      published('1', at, '00000001', { policies: [], certificateHolders: [] }),
      published('2', at, '00000002', { policies }),
    ],
  })
  const [empty = ''] = await readText((await fetchFile(13_141, '00000001')).bytes)
  expect(empty.match(/No data/g)).toHaveLength(2)
  const { bytes } = await fetchFile(13_141, '00000002')
  expect(await findOverlaps(bytes)).toEqual([])
  const pages = await readText(bytes)
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) expect(page).toContain(`page ${index + 1} of ${pages.length}`)
  expect(pages[1]).toContain('Policy Number')
  for (const { policyNumber } of policies) expect(pages.join('')).toContain(policyNumber)
})
