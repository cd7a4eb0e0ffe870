import type { Page } from '@playwright/test'
import { padAgencyId } from '@agency-support/contract/ids'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import type { AgencySoftware } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import { openLive } from './support/screens.ts'
import { agent } from './support/world.ts'

const address = (id: number, query = '') => `/agency-detail/${id}?tab=files${query}`

/** The Files tab. */
function filesTab(page: Page) {
  const token = page.getByRole('region', { name: 'Multifolder token', exact: true }).first()
  const table = page.getByRole('table', { name: 'Client conversion and sync errors' })
  return {
    token,
    remove: page.getByRole('button', { name: 'Delete token file' }),
    table,
    rows: table.locator('tbody tr[data-row]'),
    pages: page.getByRole('navigation', { name: 'Pages' }),
  }
}

const makeToken = (minutes: number) => ({
  timestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
  cmsUser: 'MBX',
  hawPath: '\\\\srv\\haw',
  clientPath: 'C:\\clients',
})

const failedAt = '2026-07-04T03:05:09Z'

function sendToken(software: AgencySoftware, minutes: number): Promise<string> {
  const lastFailure = { ...makeToken(300), timestamp: failedAt, cmsUser: 'ABC', hawPath: 'X:\\lost' }
  const content = JSON.stringify({ current: makeToken(minutes), lastFailure })
  return software.send({ kind: 'agencyMultifolder', content })
}

const makeErrors = (many: number) =>
  Array.from({ length: many }, (_, index) => ({
    clientId: String(index + 1).padStart(8, '0'),
    date: '2026-11-20T07:41:09Z',
    code: index % 3 === 0 ? 205 : 311,
    msg: `Upload ${index + 1} failed <b>badly</b>`,
  }))

test('[FILES-TAB-01] [FILES-TAB-09] the token of each entry stands with its age, and how often it is refreshed', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  // Not a whole number: the page learns the server's time to the second and would show a minute less.
  await sendToken(software, 2.5)
  await enter(page)
  await openLive(page, address(id))
  const { token } = filesTab(page)
  const current = token.getByRole('row', { name: /^Current/ })
  await expect(current.getByRole('cell')).toHaveText([
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\s?2 min$/,
    'MBX',
    '\\\\srv\\haw',
    'C:\\clients',
  ])
  await expect(token.getByRole('row', { name: /^Last failure/ }).getByRole('cell')).toContainText([
    '07/03/2026 23:05:09',
    'ABC',
    'X:\\lost',
    'C:\\clients',
  ])
  await expect(token).toContainText('normally refreshes the token every 15 minutes')
  await expectAccessibleInBoth(page, 'token')
  await test.step('a renewal shows by itself; an old token warns', async () => {
    await sendToken(software, 16.5)
    await expect(current).toContainText('16 min')
    await expect(current.locator('[data-role="warn"]')).toHaveCount(1)
    await sendToken(software, 61.5)
    await expect(current.locator('[data-role="bad"]')).toHaveText('61 min')
  })
  await test.step('an entry that the file does not hold', async () => {
    const content = JSON.stringify({ current: null, lastFailure: null })
    await software.send({ kind: 'agencyMultifolder', content })
    for (const name of ['Current', 'Last failure'])
      await expect(token.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')).toHaveText([
        'None',
      ])
  })
})

test('[FILES-TAB-03] without a token file the documented sentence stands there', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  await expect(filesTab(page).token).toContainText('No seat key token file found.')
  await expect(filesTab(page).remove).toHaveCount(0)
})

test('[FILES-TAB-04] the token file is deleted after a question', async ({ page, enter, world }) => {
  const id = await world.agency()
  await sendToken(await world.software(id), 2)
  await enter(page)
  await page.goto(address(id))
  const { token, remove } = filesTab(page)
  const question = page.getByRole('alertdialog', { name: 'Delete the multifolder token file?' })
  await remove.click()
  await expect(question).toContainText(`Test Agency · ${padAgencyId(id)}`)
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(token).toContainText('MBX')
  await remove.click()
  await question.getByRole('button', { name: 'Delete token file' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Token file deleted.' })).toBeVisible()
  await expect(token).toContainText('No seat key token file found.')
  await page.reload()
  await expect(token).toContainText('No seat key token file found.')
})

test('[FILES-TAB-05] [FILES-TAB-06] without ResetMultifolderToken a notice stands in place of the delete action', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await sendToken(await world.software(id), 2)
  await enter(page, agent)
  await page.goto(address(id))
  const { token, remove } = filesTab(page)
  await expect(token).toContainText(
    'You do not have permission to delete the token file. Please contact your manager for assistance.',
  )
  await expect(remove).toHaveCount(0)
  await expectAccessibleInBoth(page, 'token without permission')
})

test('[FILES-TAB-07] [FILES-TAB-08] sync errors: the columns; pages from 26 rows on, of 25, 50 or 100', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.call(agencyFiles.reportConversionErrors, { errors: makeErrors(25) })
  await enter(page)
  await openLive(page, address(id))
  const { table, rows, pages } = filesTab(page)
  await expect(rows).toHaveCount(25)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Select all rows on this page',
    'Client Id',
    'Date (ET)',
    'Code',
    'Message',
    'Actions',
  ])
  const fourth = rows.filter({ has: page.getByRole('rowheader', { name: '00000004' }) })
  for (const [at, text] of ['11/20/2026 02:41:09', '205', 'Upload 4 failed <b>badly</b>'].entries())
    await expect(fourth.getByRole('cell').nth(at + 1)).toHaveText(text)
  await expect(pages).toHaveCount(0)
  await software.call(agencyFiles.reportConversionErrors, { errors: makeErrors(26) })
  await expect(pages).toBeVisible()
  await expect(rows).toHaveCount(25)
  const sizes = pages.getByRole('combobox', { name: 'Rows per page' })
  await expect(sizes.getByRole('option')).toHaveText(['25', '50', '100'])
  await software.call(agencyFiles.reportConversionErrors, { errors: makeErrors(101) })
  for (const size of [50, 100]) {
    await sizes.selectOption(String(size))
    await expect(rows).toHaveCount(size)
  }
  await expectAccessibleInBoth(page, 'sync errors')
  await expectReasons(page, 'sync errors')
})

test('no sync errors are shown as such, and a failure too', async ({ page, enter, world, expectErrors }) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  // What nobody has reported may be there.
  await expect(page.getByText('No sync errors reported yet')).toBeVisible()
  await (await world.software(id)).call(agencyFiles.reportConversionErrors, { errors: [] })
  await page.reload()
  await expect(page.getByText('No sync errors', { exact: true })).toBeVisible()
  await world.without('agency_token', async () => {
    await page.reload()
    await expect(filesTab(page).token.getByRole('alert')).toHaveText('Something went wrong')
  })
})

test('a code is picked by its chip; clients are looked up and synced again, one or several', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.call(agencyFiles.reportConversionErrors, { errors: makeErrors(6) })
  await enter(page)
  await page.goto(address(id))
  const { rows } = filesTab(page)
  const codes = page.getByRole('group', { name: 'Error codes' }).getByRole('button')
  await expect(codes).toHaveText(['Code 311 4', 'Code 205 2'])
  const before = await codes.nth(1).boundingBox()
  await codes.nth(1).click()
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
    'Code 205: The client holds a value that cannot be converted.',
  )
  expect(await codes.nth(1).boundingBox()).toMatchObject({ x: before?.x, y: before?.y })
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(address(id, '&f.code=205'))
  await expectAccessibleInBoth(page, 'a code picked')
  await codes.nth(1).click()
  await expect(rows).toHaveCount(6)
  await test.step('several clients go to the Command tab as a list', async () => {
    await page.getByRole('checkbox', { name: 'Select client 00000002' }).click()
    await page.getByRole('checkbox', { name: 'Select client 00000005' }).click()
    await page.getByRole('button', { name: 'Resync 2 clients' }).click()
    await expect(page.getByRole('radio', { name: 'Sync Clients' })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Client Ids' })).toHaveValue('00000002,00000005')
    await expect(page.getByRole('button', { name: 'Execute' })).toBeFocused()
  })
  await test.step('one client is synced or looked up from its row', async () => {
    await page.goBack()
    await page.getByRole('link', { name: 'Resync 00000003' }).click()
    await expect(page.getByRole('textbox', { name: 'Client Ids' })).toHaveValue('00000003')
    await expect(page.getByRole('button', { name: 'Execute' })).toBeFocused()
    await page.goBack()
    await page.getByRole('link', { name: 'Look up client 00000003' }).click()
    await expect(page.getByRole('heading', { name: 'Client 00000003' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Client Id', exact: true })).toBeFocused()
  })
})
