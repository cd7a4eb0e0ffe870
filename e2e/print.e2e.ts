import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from './support/fixture.ts'
import { addProduct, purchase, reportEvents } from './support/marketplace.ts'
import { reportPage, request } from './support/seats.ts'
import { sendGrid } from './support/send-grid.ts'
import { admin } from './support/world.ts'

/** The texts of the sheets that the shown screen is printed on. */
async function print(page: Page, paper: Parameters<Page['pdf']>[0]): Promise<string[]> {
  const pdf = await page.pdf(paper)
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text
}

test('every sheet ends with address, person, time and environment, and says which of how many it is', async ({
  page,
  enter,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-27T15:04:05Z'))
  await enter(page, admin)
  // With a mark that would end a style sheet's text.
  const query = '?note=%22%5C'
  await page.goto(`/help${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Help Topics' })).toBeVisible()
  const sheets = await print(page, { format: 'A4' })
  expect(sheets.length).toBeGreaterThan(1)
  for (const [at, text] of sheets.entries()) {
    expect(text).toContain(`/help${query}`)
    expect(text).toContain(`${admin} · 11/27/2026 10:04:05 EST · `)
    expect(text).toContain(`Page ${at + 1} of ${sheets.length}`)
  }
})

test('however high a sheet is, none is empty', async ({ page, enter }) => {
  await enter(page, admin)
  await page.goto('/reports/signins')
  await expect(page.getByRole('figure')).toBeVisible()
  for (let inches = 6; inches <= 12; inches += 0.1)
    for (const text of await print(page, { width: '8.5in', height: `${inches}in` }))
      expect(text.replace(/http.*/su, '').trim(), `${inches} in`).not.toBe('')
})

test('on paper a report is as wide as the sheet within its margins', async ({ page, enter }) => {
  await enter(page, admin)
  await page.goto('/reports/signins')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect((await heading.boundingBox())?.x).toBe(0)
})

test('the seat report is printed across the sheet, where no name and no status is broken', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Printed Seats' })
  await request(world, id, { firstName: 'Matthew', lastName: 'Simmons', warnings: 'Seats were removed.' })
  await enter(page, admin)
  const report = reportPage(page)
  await report.open('Printed Seats')
  await expect(report.row('Simmons')).toBeVisible()
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  expect(width).toBeGreaterThan(height)
  const [text = ''] = (await extractText(pdf)).text
  for (const whole of ['Matthew', 'Simmons', 'Offline', 'To-Do']) expect(text).toContain(whole)
})

test('on paper a long name of an agency does not break the status beside it', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Printed Billing')
  const id = await world.agency({ name: `${'Longname'.repeat(7)} Insurance Agency of the Northern Plains` })
  await reportEvents(await world.software(id), purchase(product))
  await enter(page, admin)
  await page.goto(`/reports/product-billing?product=${product}`)
  await expect(page.getByRole('cell', { name: 'Active' })).toBeVisible()
  expect((await print(page, { format: 'A4' })).join('\n')).toMatch(/Yes\s+Active\s/)
})

test('paper is light, has states in black and no heading alone at its foot, and shows neither buttons nor why they are off', async ({
  page,
  enter,
  world,
}) => {
  await enter(page, admin)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/agency-detail/${await world.agency()}?tab=config`)
  const reason = page.getByText('The name has not changed.')
  await expect(reason).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(reason).toBeHidden()
  const colour = (name: string) =>
    page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--${name}')`)
  expect(await Promise.all(['chart-1', 'ok', 'warn', 'bad'].map(colour))).toEqual([
    '#0b5cad',
    '#000',
    '#000',
    '#000',
  ])
  for (const heading of await page.getByRole('heading').all())
    await expect(heading).toHaveCSS('break-after', 'avoid')
})

test('paper has the storage account once it was checked, and not its label alone', async ({
  page,
  enter,
  world,
}) => {
  await enter(page, admin)
  await page.goto(`/agency-detail/${await world.agency()}?tab=config`)
  const label = page.getByText('Storage account', { exact: true })
  await expect(label).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(label).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const found = page.getByRole('status').filter({ hasText: /storage/ })
  await expect(found).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of [label, found]) await expect(part).toBeVisible()
})

test('paper has what is missing in a list that could be read in part, and nothing about the connection', async ({
  page,
  context,
  enter,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const mail = sendGrid(server)
  await mail.empty()
  await mail.add('5x', 'bounces', { emails: ['printed@list.example'] })
  await mail.fault({ endpoint: 'blocks', kind: 'status', status: 401 })
  await enter(page, admin)
  await page.goto('/email-management')
  await expect(page.getByText('Not listed: Block')).toBeVisible()
  await expect(page.getByText('printed@list.example').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  const text = (await print(page, { format: 'A4' })).join('\n').replaceAll(/\s+/g, ' ')
  expect(text).toMatch(
    /Not listed: Block, Block \(6x\), since SendGrid refused the key\..*printed ?@list\.example/,
  )
  expect(text).not.toContain('You are offline.')
  await mail.empty()
})
