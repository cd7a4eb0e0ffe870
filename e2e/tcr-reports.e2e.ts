import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import type { AgencySoftware } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import { countLinesOfHalves, expectBelow, expectRoomForText } from './support/layout.ts'
import { downloadBuilt, recordCalls } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { agent } from './support/world.ts'

test.beforeEach(({ world }) => world.sql('delete from agency_texting').then(() => undefined))

const at = '2026-07-01T15:04:05.000Z'
const manager = { permissions: [P.CanAccess, P.CanManageTexting] }
const cleanup = '/reports/tcr/orphans'
const shown = '07/01/2026 11:04:05 am'
const campaign = (tcrNumber: string) => ({ kind: 'campaign' as const, id: tcrNumber, at, tcrNumber })
const setUp = (phone: string) => ({ kind: 'setUp' as const, id: phone, at, phone, orderId: 'order-1' })

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true })
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const report = (
  software: AgencySoftware,
  ...events: (ReturnType<typeof campaign> | ReturnType<typeof setUp>)[]
) => software.call(texting.reportSetUp, { events })

async function exported(page: Page): Promise<string> {
  const { name, text } = await downloadBuilt(exportButton(page))
  expect(name).toBe('tcrsummary.csv')
  return text
}

test('[RPT-TCR-01] [RPT-TCR-02] [RPT-TCR-03] [PROV-21] [PROV-78] the TCR report: empty, then with what agencies tell', async ({
  page,
  enter,
  world,
}) => {
  const ids = [await world.agency(), await world.agency()].sort((a, b) => a - b)
  const [first = 0, second = 0] = ids
  await enter(page, agent)
  await page.goto('/reports/tcr/summary')
  await expect(page).toHaveTitle(/TCR Report/)
  await expect(page.getByText('No agencies enabled or activated for this product.')).toBeVisible()
  await expect(exportButton(page)).toHaveCount(0)
  await expectAccessibleInBoth(page, 'TCR report, empty')

  // Reports of agencies appear without a reload.
  await report(await world.software(second), campaign('C0002'))
  await report(await world.software(first), campaign('C0001'), setUp('18015550142'))
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Agency/,
    /^Phone/,
    /^TCR ID/,
    /^Created By/,
    /^Created On/,
    /^Updated By/,
    /^Updated On/,
  ])
  await expect(rows(page)).toHaveText([
    `${first}801-555-0142C0001agency${shown}agency${shown}`,
    `${second}noneC0002agency${shown}agency${shown}`,
  ])
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10')
  await test.step('[MKT-90] the chart of the months is shown when it is asked for, over the table', async () => {
    const chart = page.getByRole('figure', { name: 'Registrations by month' })
    await expect(page.getByRole('button', { name: 'Chart' })).toHaveAttribute('aria-expanded', 'false')
    await expect(chart).toHaveCount(0)
    await page.getByRole('button', { name: 'Chart' }).press('Enter')
    await expect(chart).toContainText(/^Registrations by month2 from Jul 2026 to /)
    await expectBelow(page.getByRole('table'), chart)
    await chart.getByRole('application').focus()
    await expect(chart.getByRole('status')).toContainText('Jul 2026Registrations: 2')
    await expectAccessibleInBoth(page, 'TCR report, chart')
  })
  await page.getByRole('button', { name: 'Help: TCR report' }).click()
  const note = page.getByRole('note')
  await expect(note).toContainText('Texting campaign registrations (TCR) of all agencies')
  await expect(note).toContainText('An agency is missing')
  await page.keyboard.press('Escape')
})

test('[RPT-TCR-02] [EXPORT-04] the file of the TCR report holds the rows that pass the search, in the order of the table', async ({
  page,
  enter,
  world,
}) => {
  const [first, second] = [await world.agency(), await world.agency()]
  await report(await world.software(second), campaign('C0002'))
  await report(await world.software(first), campaign('C0001'), setUp('18015550142'))
  await enter(page)
  await page.goto('/reports/tcr/summary')
  await page.getByRole('button', { name: 'TCR ID' }).click()
  await page.getByRole('button', { name: 'TCR ID' }).click()
  expect((await exported(page)).split('\r\n').slice(1, -1)).toEqual([
    `${second},,C0002,agency,${at},agency,${at}`,
    `${first},18015550142,C0001,agency,${at},agency,${at}`,
  ])
  await page.getByRole('textbox', { name: 'Search' }).fill('801-555')
  await expect(rows(page)).toHaveCount(1)
  expect((await exported(page)).split('\r\n')).toHaveLength(3)
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody')
  await expect(page.getByText('No Results')).toBeVisible()
})

test('a phone number, a TCR number and each half of a name stand on one line, beside copy buttons that appear with the pointer', async ({
  page,
  enter,
  world,
}) => {
  await report(await world.software(await world.agency()), campaign('CBSFWW8'), setUp('18015550142'))
  await world.sql(`update agency_texting set tcr_created_by = 'admin@support.test',
    tcr_updated_by = 'priya.raman@support.test'`)
  await enter(page, agent)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/reports/tcr/summary')
  for (const number of ['801-555-0142', 'CBSFWW8'])
    expect((await page.getByRole('cell').getByText(number).boundingBox())?.height).toBeLessThan(30)
  for (const name of ['admin@support.test', 'priya.raman@support.test'])
    expect(await countLinesOfHalves(page, name)).toEqual([1, 1])
  const copy = page.getByRole('button', { name: /^Copy phone/ })
  await expect(copy).toHaveCSS('opacity', '0')
  await rows(page).hover()
  await expect(copy).toHaveCSS('opacity', '1')
})

test('wider text spacing cuts off no number, time or name of either report without showing all of it', async ({
  page,
  enter,
  world,
}) => {
  await report(await world.software(await world.agency()), campaign('C0001'), setUp('18015550142'))
  await report(await world.software(await world.agency()), campaign('CAMPAIGN000000000001'))
  await world.sql(`update agency_texting set tcr_created_by = 'maximiliana.featherstonehaugh@support.test',
    tcr_updated_by = 'agent@support.test' where tcr_number is not null`)
  await enter(page)
  await page.goto('/reports/tcr/summary')
  await expect(rows(page)).toHaveCount(2)
  await expectRoomForText(page, 'TCR report')
  await page.goto(cleanup)
  await expect(rows(page)).toHaveCount(1)
  await expectRoomForText(page, 'TCR Cleanup')
})

test('[RPT-TCR-10] a TCR report that cannot be loaded says so, and is loaded again; so does TCR Cleanup', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await world.without('agency_texting', async () => {
    await page.goto('/reports/tcr/summary')
    await expect(page.getByRole('alert')).toHaveText('An error occurred.')
    await expectAccessibleInBoth(page, 'TCR report, failed')
    await expectReasons(page, 'TCR report, failed')
    await page.goto('/reports/tcr/orphans')
    await expect(page.getByRole('alert')).toHaveText('An error occurred.')
    await page.goto('/reports/tcr/summary')
    await expect(page.getByRole('alert')).toHaveText('An error occurred.')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No agencies enabled or activated for this product.')).toBeVisible()
})

const deleteButton = (page: Page, tcrNumber: string) =>
  page.getByRole('button', { name: new RegExp(`^Delete TCR number ${tcrNumber} of agency \\d{8}$`) })
const isDeletion = (body: string | null): boolean => body?.includes('AdminDeleteTCRNumber') ?? false

test('[RPT-ORPHANS-01] [RPT-ORPHANS-04] [RPT-ORPHANS-05] [PROV-21] [PROV-78] [PROV-79] TCR Cleanup deletes one number after the other, by keyboard', async ({
  page,
  enter,
  world,
}) => {
  const [first, second] = [await world.agency(), await world.agency()]
  await report(await world.software(second), campaign('C0002'))
  await report(await world.software(first), campaign('C0001'))
  await enter(page, await world.person(manager))
  const calls = recordCalls(page)
  await page.goto(cleanup)
  await expect(page).toHaveTitle(/TCR Cleanup/)
  await expect(page.getByRole('columnheader')).toHaveText([/^Agency/, /^Number/, /^Action/])
  await expect(rows(page)).toHaveText([`${first}C0001Delete`, `${second}C0002Delete`])
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10')
  await expectAccessibleInBoth(page, 'TCR Cleanup')
  await page.getByRole('button', { name: 'Help: TCR cleanup' }).click()
  await expect(page.getByRole('note')).toContainText('Campaign numbers that are no longer tied')
  await page.keyboard.press('Escape')

  const question = page.getByRole('alertdialog', { name: `Delete TCR number C0001 of agency ${first}?` })
  await deleteButton(page, 'C0001').press('Enter')
  await expect(question).toBeVisible()
  await expectAccessibleInBoth(page, 'TCR Cleanup, asking')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(calls.filter(isDeletion)).toEqual([])

  await deleteButton(page, 'C0001').press('Enter')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(rows(page)).toHaveText([`${second}C0002Delete`])
  await expect(deleteButton(page, 'C0002')).toBeFocused()
  expect(calls.filter(isDeletion).map((body) => JSON.parse(body) as unknown)).toEqual([
    { command: 'AdminDeleteTCRNumber', agencyId: first },
  ])
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('No Results')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'TCR Cleanup' })).toBeFocused()
  const left = await world.sql('select from agency_texting where tcr_number is not null')
  expect(left).toHaveLength(0)
})

test('[RPT-ORPHANS-02] [RPT-ORPHANS-04] [PROV-22] whoever lacks CanManageTexting sees the orphans without Delete, and is refused', async ({
  page,
  enter,
  world,
  server,
}) => {
  const agencyId = await world.agency()
  await report(await world.software(agencyId), campaign('C0001'))
  await enter(page, agent)
  // Both reports are linked on the texting page.
  await page.goto('/texting')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'TCR Report' })).toHaveAttribute('href', '/reports/tcr/summary')
  await main.getByRole('link', { name: 'TCR Cleanup' }).press('Enter')
  await expect(page).toHaveURL(cleanup)
  await expect(rows(page)).toHaveText([`${agencyId}C0001`])
  await expect(page.getByText('Needs the CanManageTexting permission.')).toBeVisible()
  await expectAccessibleInBoth(page, 'orphans without permission')
  const refused = await page.request.post('/api/texting/admin', {
    headers: { origin: server.origin },
    data: { command: 'AdminDeleteTCRNumber', agencyId },
  })
  expect(refused.status()).toBe(403)
})

test('[RPT-ORPHANS-06] [PROV-79] a deletion that fails says why above the table and keeps the row; a number that was gone goes', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await report(await world.software(await world.agency()), campaign('C0001'))
  await enter(page, await world.person(manager))
  await page.goto(cleanup)
  const problem = page.getByRole('alert')
  async function tryToDelete(): Promise<void> {
    await deleteButton(page, 'C0001').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await expect(rows(page)).toHaveCount(1)
  const before = await placedControls(page)
  await world.without('journal', async () => {
    await tryToDelete()
    await expect(problem).toHaveText('Something went wrong')
    await expectStill(before, 'a deletion has failed')
    await expectAccessibleInBoth(page, 'TCR Cleanup, a deletion failed')
    await expect(rows(page)).toHaveCount(1)
  })
  await world.sql('delete from agency_texting')
  await tryToDelete()
  await expect(page.getByText('No Results')).toBeVisible()
  await expect(problem).toHaveCount(0)
})
