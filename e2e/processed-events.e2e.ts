import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { reportSigning } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'
import { download } from './support/screens.ts'
import { shownTime } from './support/shown-time.ts'
import { agent, type World } from './support/world.ts'

/** Ann marks the events of an agency as processed. */
const markElsewhere = ({ sql }: World, agencyId: number) =>
  sql(
    `update billing_record set processed = true, version = version + 1, changed_by = 'ann', changed_at = now()
     where event_id in (select event_id from subscription_event where agency_id = $1)`,
    [agencyId],
  )

async function isMarked({ sql }: World, agencyId: number): Promise<boolean> {
  const [record] = await sql<{ processed: boolean }>(
    `select processed from billing_record join subscription_event using (event_id) where agency_id = $1`,
    [agencyId],
  )
  return record?.processed ?? false
}

/** Lists the events that billing has yet to process, marks one there, and lists all again. */
async function filterUnprocessed(page: Page, ours: Locator): Promise<void> {
  const mark = ours.getByRole('switch', { name: 'Processed' })
  const exportButton = page.getByRole('button', { name: 'Export', exact: true })
  const unprocessed = page.getByRole('button', { name: /^Unprocessed [1-9]/ })
  await unprocessed.click()
  await expect(page.getByLabel('Processed', { exact: true }).first()).toHaveValue('2')
  await expect(ours).toHaveCount(0)
  await page.getByLabel('Status', { exact: true }).selectOption('Unsubscribed')
  await expect(ours).toHaveText([/o@a\.testUnsubscribed/])
  // A marked row stays, so that a mistake can be corrected immediately; the file, which follows the filter, has no row.
  await mark.press('Space')
  await expect(mark).toBeChecked()
  await expect(exportButton).toBeDisabled()
  await mark.press('Space')
  await expect(mark).not.toBeChecked()
  expect((await download(exportButton)).text).toContain('Sign & Co')
  await unprocessed.click()
  await page.getByLabel('Status', { exact: true }).selectOption('Subscribed')
  await expect(mark).toBeChecked()
}

test('[RPT-SUBEVENTS-11] [RPT-SUBEVENTS-13] [RPT-SUBEVENTS-14] [ESIG-32] [MKT-76] events of e-signature are marked as processed, and keep their mark when that fails', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const agencyId = await world.agency({ name: 'Sign & Co' })
  const [signing] = await world.sql<{ id: number }>(
    'select product_id as id from product where product_key = 3',
  )
  await reportSigning(world, agencyId)
  await enter(page, agent)
  const days = 'f.from=2026-03-01&f.to=2026-03-31'
  await page.goto(`/reports/subscription-events?product=${signing?.id}&${days}&size=100`)
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Agency/,
    /^Name/,
    /^Date/,
    /^Email/,
    /^Status/,
    /^Processed/,
  ])
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  const ours = rows.filter({ hasText: 'Sign & Co' })
  await expect(ours).toHaveText([/o@a\.testUnsubscribed/, /o@a\.testSubscribed/])
  await page.getByLabel('Status', { exact: true }).selectOption('Subscribed')
  await expect(ours).toHaveText([/o@a\.testSubscribed/])
  const mark = ours.getByRole('switch', { name: 'Processed' })
  await world.without('billing_record', async () => {
    await mark.press('Space')
    await expect(page.getByText('Error setting Processed flag')).toBeVisible()
    await expect(mark).not.toBeChecked()
  })
  await mark.press('Space')
  await expect(mark).toBeChecked()
  expect(await isMarked(world, agencyId)).toBe(true)
  const chart = page.getByRole('figure', { name: 'Processed events' })
  await expect(chart).toHaveText(/Processed [1-9]\d*Unprocessed [1-9]\d*$/)
  await expectBelow(page.getByRole('table'), chart)
  await expectAccessibleInBoth(page, 'events of e-signature')
  await filterUnprocessed(page, ours)
  await mark.click()
  await expect(mark).not.toBeChecked()
  expect(await isMarked(world, agencyId)).toBe(false)
  // Somebody else has set it since: the mark is theirs.
  await markElsewhere(world, agencyId)
  await mark.click()
  await expect(mark).toBeChecked()
  expect(await isMarked(world, agencyId)).toBe(true)
  await markElsewhere(world, agencyId)
  await mark.click()
  await expect(page.locator('[data-level=error]')).toContainText(
    new RegExp(`Error setting Processed flag\\s*ann changed this mark at ${shownTime}\\.`),
  )
  await expect(mark).toBeChecked()
})
