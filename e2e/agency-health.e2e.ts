import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { healthFacts as facts, healthStrip as strip, reportHealth } from './support/health.ts'
import { agencyPage, recordCalls } from './support/screens.ts'

test('an agency whose facts are all normal is healthy, and each fact leads to its tab', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await reportHealth(world, id, {})
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  await expect(strip(page).getByText('Healthy')).toBeVisible()
  await expect(facts(page)).toHaveText([
    /^Sync errors 0, (just now|\d+ min ago)\./,
    /^Token 3 min\./,
    /^Seen just now\./,
    /^Queue 0\./,
    /^Search 0\./,
    /^Texting 0\./,
  ])
  const leads = async (name: RegExp) => facts(page).filter({ hasText: name }).getAttribute('href')
  expect(await leads(/^Token/)).toBe(`/agency-detail/${id}?tab=files`)
  expect(await leads(/^Queue/)).toBe(`/agency-detail/${id}?tab=command`)
  expect(await leads(/^Texting/)).toBe(`/agency-detail/${id}?tab=productsummary`)
})

test('what needs attention stands first, the worst at the front, says why, and is reached by keyboard', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await reportHealth(world, id, { token: 72, errors: 4, search: 92 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  await expect(strip(page).getByText('Needs attention:')).toBeVisible()
  await expect(facts(page)).toHaveText([
    'Token 72 min. The token was renewed 72 min ago; over 60 min is bad.',
    /^Sync errors 4, (just now|\d+ min ago)\. 4 clients failed to convert or sync\. The agency's software reported this (just now|\d+ min ago)\. \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/,
    'Search −8. Search holds 8 clients fewer than Data Sync.',
    /^Seen/,
    /^Queue 0/,
    /^Texting 0/,
  ])
  await expectAccessible(page, 'health strip')
  const token = facts(page).first()
  await token.focus()
  await expect(page.getByRole('tooltip')).toHaveText('The token was renewed 72 min ago; over 60 min is bad.')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=files`)
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
})

test('facts come after what the tab itself asked for, in one call, and nothing moves', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  const calls = recordCalls(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  await expect(page.getByText('Nobody has done anything here yet.')).toBeVisible()
  const tabs = page.getByRole('tablist')
  const before = await tabs.boundingBox()
  await expect(strip(page)).toBeVisible()
  expect((await tabs.boundingBox())?.y).toBe(before?.y)
  const commands = calls.map((body) => (JSON.parse(body) as { command: string }).command)
  expect(commands.filter((name) => name === 'GetAgencyHealth')).toHaveLength(1)
  expect(commands.indexOf('GetAgencyHealth')).toBeGreaterThan(commands.indexOf('GetAgencyConfig'))
})

test('facts that cannot be had show nothing, and the screen lives', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ name: 'Silent Insurance' })
  await enter(page)
  await world.sql('alter table agency_software rename to agency_software_away')
  try {
    const failed = page.waitForResponse((answer) => answer.status() === 500)
    await page.goto(`/agency-detail/${id}?tab=history`)
    await failed
    await expect(strip(page)).toHaveCount(0)
    await expect(agencyPage(page).fact('Contract ID')).toContainText(String(id))
  } finally {
    await world.sql('alter table agency_software_away rename to agency_software')
  }
})

test('an online agency has no software of its own to be well or not', async ({ page, enter, world }) => {
  const id = await world.agency({ isOnline: true })
  await enter(page)
  const calls = recordCalls(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  await expect(page.getByText('Nobody has done anything here yet.')).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  expect(calls.filter((body) => body.includes('GetAgencyHealth'))).toEqual([])
})
