import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { healthFacts } from './support/health.ts'
import { recordCalls } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'

const address = (id: number) => `/agency-detail/${id}?tab=productsummary`

/** The Product Summary tab, without its lookup. */
function summaryTab(page: Page) {
  const resend = page.getByRole('form', { name: 'Resend File' })
  return {
    totals: page.getByRole('table', { name: 'Client Totals', exact: true }),
    clientId: page.getByRole('textbox', { name: 'Client Id' }),
    resend,
    value: resend.getByRole('textbox', { name: 'Value' }),
    send: resend.getByRole('button', { name: 'Send' }),
  }
}

const counts = (count: number, errors = 0) => ({ count, active: count - 10, archived: 10, errors })

const totals = {
  0: {
    ...counts(12_410, 4),
    cmsMetricsCount: 12_420,
    cmsMetricsArchivedCount: 510,
    storage: { count: 12_400, active: 11_890, archived: 510 },
    conversion: { count: 12_395, active: 11_885, archived: 505 },
  },
  4: counts(12_402),
  5: counts(12_410),
  6: counts(70),
}

test('[SUMMARY-01] [SUMMARY-02] [SUMMARY-03] [SUMMARY-04] [TRUTH-15] Client Totals of Data Sync, Search and Texting, when they were counted, with what differs and more', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'agencyMetrics', content: JSON.stringify({ totals }) })
  const error = { clientId: '00000042', date: '2026-11-19T08:00:00Z', code: 17, msg: 'Locked' }
  await software.call(agencyFiles.reportConversionErrors, { errors: [error] })
  await enter(page)
  await page.goto(address(id))
  await expect(
    healthFacts(page).filter({ hasText: /^Sync errors 1, (just now|\d+ min ago)\./ }),
  ).toBeVisible()
  const { totals: table } = summaryTab(page)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Store',
    'Count',
    'Active',
    'Archived',
    'Errors',
    'Δ vs Data Sync',
    'Counted',
  ])
  await expect(table.getByRole('rowheader')).toHaveText(['Data Sync', 'Search', 'Texting'])
  const cells = (name: string) => table.getByRole('row').filter({ hasText: name }).getByRole('cell')
  await expect(cells('Data Sync').first()).toHaveText('12,410')
  await expect(table.getByRole('row', { name: /^Data Sync/ }).getByRole('cell')).toHaveText([
    '12,410',
    '12,400',
    '10',
    '4',
    '–',
    /^(just now|\d+ min ago)$/,
  ])
  await expect(cells('Search')).toHaveText(['12,402', '12,392', '10', '0', '−8', /^(just now|\d+ min ago)$/])
  await expect(cells('Texting')).toHaveText(['12,410', '12,400', '10', '0', '0', /^(just now|\d+ min ago)$/])
  await page.getByText('More', { exact: true }).click()
  const more = page.getByRole('table', { name: 'More totals of Data Sync' })
  await expect(more.getByRole('columnheader')).toHaveText(['Data Sync', 'Count', 'Active', 'Archived'])
  await expect(more.getByRole('row', { name: /^CMS metrics/ }).getByRole('cell')).toHaveText([
    '12,420',
    'N/A',
    '510',
  ])
  await expect(more.getByRole('row', { name: /^Storage/ }).getByRole('cell')).toHaveText([
    '12,400',
    '11,890',
    '510',
  ])
  await expect(more.getByRole('row', { name: /^Conversion/ }).getByRole('cell')).toHaveText([
    '12,395',
    '11,885',
    '505',
  ])
  await expectAccessibleInBoth(page, 'client totals')
})

test('[TRUTH-28] the totals that come move no field below them', async ({ page, enter, world }) => {
  const id = await world.agency()
  await (await world.software(id)).send({ kind: 'agencyMetrics', content: JSON.stringify({ totals }) })
  await enter(page)
  const { totals: table, send } = summaryTab(page)
  let before: Awaited<ReturnType<typeof placedControls>> = []
  await world.holdingTable('agency_totals', async () => {
    await page.goto(address(id))
    await expect(send).toBeVisible()
    await expect(table.getByText('Loading…').first()).toBeAttached()
    before = await placedControls(page)
  })
  await expect(page.getByText('More', { exact: true })).toBeVisible()
  await expectStill(before, 'the totals have come')
})

test('a store that cannot be read says so in its row alone, and no totals are N/A', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({
    kind: 'agencyMetrics',
    content: JSON.stringify({ totals: { 0: counts(50), 4: counts(50) } }),
  })
  await world.sql(
    `update agency_totals set totals = '{"count":"many"}' where agency_id = $1 and location = 4`,
    [id],
  )
  await enter(page)
  await page.goto(address(id))
  const { totals } = summaryTab(page)
  await expect(totals.getByRole('row', { name: /^Search/ }).getByRole('alert')).toHaveText(
    'Something went wrong',
  )
  await expect(totals.getByRole('row', { name: /^Data Sync/ })).toContainText('50')
  await expect(totals.getByRole('row', { name: /^Texting/ })).toContainText('N/A')
})

test('[SUMMARY-08] [SUMMARY-09] [SUMMARY-10] Resend File sends a client, metric or config file again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  const { resend, value, send, clientId } = summaryTab(page)
  await expect(resend.getByRole('radio')).toHaveCount(3)
  await expect(resend.getByRole('group')).toContainText('Client FileMetric FileConfig File')
  await expect(send).toBeDisabled()
  await clientId.fill('12345678')
  await expect(value).toHaveValue('12345678')
  const calls = recordCalls(page)
  const sent = page.getByRole('status').filter({ hasText: 'File sent to receiver' })
  await send.click()
  await expect(sent).toBeVisible()
  await resend.getByRole('radio', { name: 'Config File' }).click()
  await expect(value).toBeDisabled()
  await send.click()
  const resent = () => calls.filter((body) => body.includes('ReceiveRequest'))
  await expect.poll(resent).toHaveLength(2)
  await resend.getByRole('radio', { name: 'Metric File' }).click()
  await expect(send).toBeEnabled()
  await send.click()
  await expect.poll(resent).toHaveLength(3)
  expect(JSON.parse(resent()[0] ?? '')).toMatchObject({ agencyId: id, eventId: 1, clientId: '12345678' })
  expect(JSON.parse(resent()[1] ?? '')).toMatchObject({ agencyId: id, eventId: 3, clientId: '0' })
  expect(JSON.parse(resent()[2] ?? '')).toMatchObject({ agencyId: id, eventId: 2, clientId: '0' })
  await expectReasons(page, 'resend')
  expectErrors(/ 500 /)
  await world.without('agency_command', async () => {
    await send.click()
    await expect(resend.getByRole('alert')).toHaveText('Unable to process request. Something went wrong.')
  })
})
