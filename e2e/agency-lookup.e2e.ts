import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { type AgencySoftware } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import { download, recordCalls } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { agent } from './support/world.ts'

const address = (id: number, query = '') => `/agency-detail/${id}?tab=productsummary${query}`
const withTexting = 7

/** Client Lookup, on the tab and on its own screen. */
function getLookup(page: Page) {
  const lookup = page.getByRole('region', { name: 'Client Lookup' })
  return {
    lookup,
    clientId: lookup.getByRole('textbox', { name: 'Client Id' }),
    search: lookup.getByRole('button', { name: 'Search' }),
    card: (name: string) => lookup.getByRole('region', { name, exact: true }),
    cards: lookup.getByRole('listitem').getByRole('region'),
  }
}

async function sendClient(
  software: AgencySoftware,
  clientId: string,
  location: 0 | 4 | 5 | 6,
  deleted = false,
) {
  const content = JSON.stringify({ client: clientId, location })
  await software.send({ kind: 'client', name: `${clientId}.json`, clientId, location, content, deleted })
}

test('[SUMMARY-07] [LOOKUP-01] [LOOKUP-02] [LOOKUP-03] [LOOKUP-04] [LOOKUP-09] a client is looked up: a card for each place, and its downloads', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'agencyConfig', content: JSON.stringify({ domains: withTexting }) })
  await sendClient(software, '12345678', 0)
  await sendClient(software, '12345678', 6)
  await sendClient(software, '12345678', 5, true)
  // The storage time comes from the server's clock, which a test cannot change.
  await world.sql(
    `update agency_file set stored_at = '2026-11-20T18:05:00Z' where agency_id = $1 and location = 0`,
    [id],
  )
  await enter(page)
  await page.goto(address(id))
  const { lookup, clientId, search, cards, card } = getLookup(page)
  await expect(lookup.getByRole('button', { name: 'Help: Client lookup' })).toBeVisible()
  await expect(search).toBeDisabled()
  await clientId.pressSequentially('1234-5678x9')
  await expect(clientId).toHaveValue('12345678')
  await expect(search).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(3)
  await expect(card('Client File')).toContainText('Last uploaded: 11/20/26, 01:05 PM')
  for (const name of ['Vendor', 'Texting']) {
    await expect(card(name)).toContainText('Downloads as JSON content')
    await expect(card(name).getByRole('button')).toHaveText(['Download'])
  }
  await expect(card('Client File').getByRole('button')).toHaveText(['Download', 'Download as Json'])
  await expect(card('Texting')).toContainText('Deleted')
  await expectAccessibleInBoth(page, 'lookup')
  for (const [place, button] of [
    ['Client File', 'Download, Client File'],
    ['Client File', 'Download as Json'],
    ['Vendor', 'Download, Vendor'],
  ] as const) {
    const { name, text } = await download(card(place).getByRole('button', { name: button, exact: true }))
    expect(name).toMatch(new RegExp(`^\\d{14}_${id}_12345678_`))
    expect(text).toContain('12345678')
  }
})

test('[LOOKUP-05] [LOOKUP-15] [LOOKUP-16] what an agency or a client has not is Not Applicable, and texting is not even asked for', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await sendClient(software, '12345678', 0)
  await enter(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/file/metadata'))
      asked.push(new URL(request.url()).searchParams.get('location') ?? '')
  })
  await page.goto(address(id, '&client=12345678'))
  const { card, clientId, lookup } = getLookup(page)
  await expect(card('Client File').getByRole('button')).toHaveCount(2)
  for (const name of ['Vendor', 'Texting']) {
    await expect(card(name).getByRole('button', { name: 'Not Applicable' })).toBeDisabled()
  }
  expect(asked.toSorted()).toEqual(['0', '6'])
  await expectReasons(page, 'not applicable')
  await test.step('a new search starts over', async () => {
    await clientId.fill('938')
    await clientId.press('Enter')
    await expect(lookup.getByRole('heading', { name: 'Client 00000938' })).toBeVisible()
    await expect(card('Client File').getByRole('button')).toHaveText(['Not Applicable'])
    const unknown = 'No store that this agency uses knows client 00000938.'
    await expect(lookup.getByRole('status').filter({ hasText: unknown })).toBeVisible()
    await expect(page).toHaveURL(address(id, '&client=00000938'))
  })
})

test('[LOOKUP-06] [LOOKUP-18] a place with an error has no card; how many could not be read, and why, is said once', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  const software = await world.software(id)
  await sendClient(software, '12345678', 0)
  await sendClient(software, '12345678', 6)
  await world.sql(`update agency_file set file_at = 'infinity' where agency_id = $1 and location = 6`, [id])
  await enter(page)
  await page.goto(address(id, '&client=12345678'))
  const { card, lookup } = getLookup(page)
  await expect(card('Client File').getByRole('button')).toHaveCount(2)
  await expect(card('Vendor')).toHaveCount(0)
  await expect(lookup.getByRole('alert')).toHaveText(
    '1 store could not be read: Vendor (Internal Server Error)',
  )
  await world.without('agency_file', async () => {
    await getLookup(page).search.click()
    await expect(lookup.getByRole('alert')).toContainText('2 stores could not be read')
    await expect(lookup.getByText('No files found')).toHaveCount(0)
    await page.goto(`/client-lookup-5x/${id}?client=12345678&view=6x`)
    await expect(lookup.getByText('No files found')).toBeVisible()
    await expect(lookup.getByRole('alert')).toHaveText(
      '1 store could not be read: Client File (Internal Server Error)',
    )
  })
})

test('[TRUTH-28] what a lookup answers moves no control: files, none, and a place that cannot be read', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ domains: withTexting })
  const software = await world.software(id)
  for (const location of [0, 5, 6] as const) await sendClient(software, '12345678', location, true)
  await sendClient(software, '22222222', 0)
  await sendClient(software, '22222222', 5)
  await world.sql("update agency_file set file_at = 'infinity' where file_key = '22222222' and location = 0")
  await enter(page)
  const { clientId, lookup, search } = getLookup(page)
  for (const width of [1280, 390])
    for (const client of ['12345678', '22222222', '00000938']) {
      await page.setViewportSize({ width, height: 2000 })
      await page.goto(address(id))
      await expect(page.getByRole('row', { name: /^Texting/ })).toContainText('N/A')
      let before: Awaited<ReturnType<typeof placedControls>> = []
      await world.holdingTable('agency_file', async () => {
        await clientId.fill(client)
        await search.click()
        await expect(lookup.getByRole('heading', { name: `Client ${client}` })).toBeVisible()
        before = await placedControls(page)
      })
      await expect(lookup.locator(`[data-found="${client}"]`)).toBeAttached()
      await expectStill(before, `${client} at ${width} px`)
    }
})

test('[LOOKUP-07] [LOOKUP-08] without DownloadClientFiles the downloads are disabled and an alert says why', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'agencyConfig', content: JSON.stringify({ domains: withTexting }) })
  for (const location of [0, 5, 6] as const) await sendClient(software, '12345678', location)
  await enter(page, agent)
  await page.goto(address(id, '&client=12345678'))
  const { card, cards, lookup } = getLookup(page)
  await expect(lookup.getByRole('alert')).toHaveText(
    'You do not have the required permission to download client files. Please contact your manager for assistance if you feel you should have access to this functionality.',
  )
  const buttons = card('Client File').getByRole('button')
  await expect(buttons).toHaveText(['Download', 'Download as Json'])
  for (const name of ['Vendor', 'Texting'])
    await expect(card(name).getByRole('button', { name: 'Download' })).toBeVisible()
  for (const button of await cards.getByRole('button').all()) await expect(button).toBeDisabled()
  await expectAccessibleInBoth(page, 'lookup without permission')
  await expectReasons(page, 'lookup without permission')
})

test('[LOOKUP-13] [LOOKUP-14] the lookups of this session are listed, filtered by system, and offered again', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await sendClient(software, '12345678', 0, true)
  await world.sql("update agency_file set stored_at = '2026-11-20T18:05:00Z' where agency_id = $1", [id])
  await enter(page)
  await page.goto(address(id, '&client=12345678'))
  const { lookup, card } = getLookup(page)
  await expect(card('Client File')).toContainText('Last uploaded: 11/20/26, 01:05 PM')
  await lookup.locator('summary').click()
  const table = page.getByRole('table', { name: 'Lookup history' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Date (ET)',
    'System',
    'Client Id',
    'Deleted',
    'Timestamp',
  ])
  const rows = table.locator('tbody tr[data-row]')
  await expect(rows).toHaveCount(3)
  const found = rows.filter({ hasText: 'Conversion' })
  await expect(found.getByRole('rowheader')).toHaveText('12345678')
  await expect(found.getByRole('cell')).toHaveText([
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/,
    'Conversion',
    'Yes',
    '11/20/26, 01:05 PM',
  ])
  const filter = page.getByRole('combobox', { name: 'System' })
  await expect(filter.getByRole('option')).toHaveText(['All', 'Conversion', 'Texting', 'Vendor'])
  await filter.selectOption('Vendor')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Vendor')
  await expectAccessibleInBoth(page, 'lookup history')
  await lookup
    .getByRole('group', { name: 'Looked up last' })
    .getByRole('button', { name: '12345678' })
    .click()
  await filter.selectOption('All')
  await expect(rows).toHaveCount(6)
})

test('[LOOKUP-10] [LOOKUP-21] [LOOKUP-22] the lookup has a screen of its own; a 6.x view shows the client file only', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Looked Up Insurance', versionDisplay: '5.3.9' })
  const software = await world.software(id)
  await sendClient(software, '12345678', 0)
  await enter(page)
  const calls = recordCalls(page)
  await page.goto(`/client-lookup-5x/${id}?client=12345678`)
  await expect(page.getByRole('heading', { level: 1, name: 'Looked Up Insurance' })).toBeVisible()
  await expect(page).toHaveTitle(`[local] ${id} Looked Up Insurance · Client Lookup – Agency Support`)
  await expect(page.getByRole('main').locator('dl')).toContainText(`Contract ID${id}`)
  await expect(page.getByRole('main').locator('dl')).toContainText('Version5.3.9')
  const { cards, lookup } = getLookup(page)
  await expect(cards).toHaveCount(3)
  await expect(lookup.getByRole('heading', { level: 2 })).toHaveText('Client Lookup')
  expect(calls.some((body) => body.includes('GetAgencyConfig') && body.includes(String(id)))).toBe(true)
  await page.goto(`/client-lookup-5x/${id}?client=12345678&view=6x`)
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Client File')
  await world.sql("update agency set name = '' where agency_id = $1", [id])
  await page.goto(`/client-lookup-5x/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Name Missing' })).toBeVisible()
  for (const wrong of ['0', 'abc', '69999999']) {
    await page.goto(`/client-lookup-5x/${wrong}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Agency not found' })).toBeVisible()
  }
})
