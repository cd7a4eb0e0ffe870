import { expect, test } from './support/fixture.ts'

test('tabs: arrows move, Enter opens, the address follows and Back brings the tab before', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const config = page.getByRole('tab', { name: 'Config' })
  const summary = page.getByRole('tab', { name: 'Product Summary' })
  await expect(config).toHaveAttribute('aria-selected', 'true')
  await config.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(summary).toBeFocused()
  await expect(config).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(summary).toHaveAttribute('aria-selected', 'true')
  await expect(summary).toBeFocused()
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=productsummary`)
  await page.goBack()
  await expect(config).toHaveAttribute('aria-selected', 'true')
})

test('[AG-DETAIL-07] the address names the tab that opens', async ({ page, enter, world }) => {
  // Both have texting; only an online agency has seats.
  const id = await world.agency({ domains: 2 })
  const online = await world.agency({ domains: 2, isOnline: true })
  await enter(page)
  for (const [tab, label, agencyId = id] of [
    ['history', 'History'],
    ['HiStOrY', 'History'],
    ['CONFIG', 'Config'],
    ['FILES', 'Files*'],
    ['Command', 'Command*'],
    ['downloads', 'Downloads*'],
    ['productSummary', 'Product Summary'],
    ['esig', 'E-SIG'],
    ['texting', 'Texting*'],
    ['certs', 'Self-Serve Certs'],
    ['users', 'Users*'],
    ['seatManagement', 'Seat Management', online],
    ['marketplace', 'Marketplace'],
    ['nothing-of-ours', 'Files*'],
  ] as const) {
    await page.goto(`/agency-detail/${agencyId}?tab=${tab}`)
    await expect(page.getByRole('tab', { selected: true })).toHaveText(label)
    await expect(page.getByRole('tabpanel', { name: label })).toBeVisible()
  }
})
