import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses a control by keyboard, which takes it away, and expects the focus on the next. */
async function press(page: Page, control: Locator, next: Locator): Promise<void> {
  await control.focus()
  await page.keyboard.press('Enter')
  await expect(next).toBeFocused()
}

const errors = Array.from({ length: 60 }, (_, index) => ({
  clientId: String(index + 1).padStart(8, '0'),
  date: '2026-11-20T07:41:09Z',
  code: index === 0 ? 206 : 205,
  msg: 'Upload failed',
}))

test('where a pressed control goes away, the focus goes on beside it', async ({ page, enter, world }) => {
  const id = await world.agency()
  const software = await world.software(id)
  const token = { timestamp: '2026-11-20T07:41:09Z', cmsUser: 'MBX', hawPath: 'H:', clientPath: 'C:' }
  await software.send({
    kind: 'agencyMultifolder',
    content: JSON.stringify({ current: token, lastFailure: null }),
  })
  await software.call(agencyFiles.reportConversionErrors, { errors })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=files`)
  const search = page.getByRole('textbox', { name: 'Search' })
  await test.step('in a table: its search, its filter, its pages, its selection', async () => {
    await search.fill('00000007')
    await press(page, button(page, 'Clear search'), search)
    await search.fill('nobody')
    await press(page, page.getByRole('cell').getByRole('button', { name: 'Clear search' }), search)
    await expect(search).toHaveValue('')
    await button(page, /^Code 206/).press('Enter')
    await press(page, page.getByRole('list', { name: 'Active filters' }).getByRole('button'), search)
    await press(page, button(page, 'Last'), button(page, 'Prev'))
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
    await press(page, button(page, 'Select all 60 filtered'), button(page, 'Resync 60 clients'))
  })
  await test.step('where a question took it away, to its part of the screen', async () => {
    await button(page, 'Delete token file').press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete token file' }).press('Enter')
    await expect(page.getByText('No seat key token file found.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Multifolder token' })).toBeFocused()
  })
})

test('opening a log and coming back keeps the place in the list', async ({ page, enter, world }) => {
  const id = await world.agency()
  const software = await world.software(id)
  for (const name of ['a.log', 'b c.log']) await software.send({ kind: 'log', name, content: 'INFO one\n' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=downloads`)
  const log = page.getByRole('link', { name: 'b c.log' })
  const back = page.getByRole('main').getByRole('link', { name: 'Downloads' })
  await press(page, log, back)
  await press(page, back, log)
  await page.goBack()
  await expect(back).toBeFocused()
})
