import { officialBrowserClient } from '../server/test/texting-client.ts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { recordCalls } from './support/screens.ts'
import { resetBandwidth, textingAgency, textingTab } from './support/texting.ts'
import { agent } from './support/world.ts'

function getLookup(page: Page) {
  return {
    field: page.getByRole('textbox', { name: 'Agency Id' }),
    search: page.getByRole('button', { name: 'Search', exact: true }),
    table: page.getByRole('table', { name: 'Connections' }),
    rows: page.locator('tbody tr[data-row]'),
    refresh: page.getByRole('button', { name: 'Refresh', exact: true }),
  }
}

/** A page that acts as an agency's own software in the browser, with the official client. */
async function openSoftware(page: Page, key: string) {
  await page.goto('/health/live')
  await page.addScriptTag({ path: officialBrowserClient })
  return {
    register: (initials: string) =>
      page.evaluate(`(async () => {
        globalThis.client = new signalR.HubConnectionBuilder()
          .withUrl('/hubs/texting', { accessTokenFactory: () => ${JSON.stringify(key)} })
          .configureLogging(signalR.LogLevel.None)
          .build()
        await globalThis.client.start()
        await globalThis.client.invoke('Register', ${JSON.stringify(initials)})
      })()`),
    stop: () => page.evaluate('globalThis.client.stop()'),
  }
}

test('[SIGNALR-01] [SIGNALR-02] [SIGNALR-03] [SIGNALR-04] [SIGNALR-05] [PROV-75] who has connected from a browser is looked up, until nobody is left', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const agencyId = await world.agency({ id: 417, name: 'Texting Insurance' })
  const shown = '00000417'
  const software = await openSoftware(
    await elsewhere(agent, { bypassCSP: true }),
    (await world.software(agencyId)).key,
  )
  await software.register('MBB')
  await enter(page, agent)
  await page.goto('/texting/signalr')
  const { field, search, table, rows, refresh } = getLookup(page)
  await expect(page).toHaveTitle(/SignalR Lookup/)
  await expect(page.getByText('Look up whose texting software is connected at an agency.')).toBeVisible()
  await expectReasons(page, 'before a search')
  const bodies = recordCalls(page)
  await test.step('an id of up to 8 digits is needed, and 0 is one', async () => {
    await expect(search).toBeDisabled()
    await expect(field).toBeFocused()
    await page.keyboard.type('x0')
    await expect(field).toHaveValue('0')
    await page.keyboard.press('Enter')
    await expect(table.getByText('No connections found')).toBeVisible()
    expect(bodies.map((body): unknown => JSON.parse(body))).toContainEqual({
      command: 'TextingSignalRAgencyInitials',
      agencyId: 0,
    })
    await expectAccessibleInBoth(page, 'nobody found')
  })
  await test.step('the id with its initials', async () => {
    await field.fill(`${shown}9`)
    await expect(field).toHaveValue(shown)
    await search.click()
    await expect(rows).toHaveCount(1)
    await expect(search).toBeFocused()
    await expect(table.getByRole('columnheader')).toHaveText(['Agency Id', 'Initials'])
    await expect(rows.first().getByRole('cell')).toHaveText(shown)
    await expect(rows.first().getByRole('rowheader')).toHaveText('MBB')
    expect(bodies.map((body): unknown => JSON.parse(body))).toContainEqual({
      command: 'TextingSignalRAgencyInitials',
      agencyId,
    })
    await expect(page).toHaveURL(`/texting/signalr?agency=${agencyId}`)
    await expectAccessibleInBoth(page, 'somebody found')
  })
  await software.stop()
  await expect(async () => {
    await refresh.click()
    await expect(table.getByText('No connections found')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('an address with an agency asks at once; a failure says so and can be tried again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page, agent)
  const { field, rows, table } = getLookup(page)
  await world.without('texting_connection', async () => {
    await page.goto('/texting/signalr?agency=6938')
    await expect(table.getByText('Something went wrong')).toBeVisible()
    await expect(field).toHaveValue('00006938')
    await expectAccessibleInBoth(page, 'failed')
  })
  await table.getByRole('button', { name: 'Try again' }).click()
  await expect(table.getByText('No connections found')).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test('[SIGNALR-01] [PROV-22] the palette leads to Texting from an agency, that to the lookup of it and to both TCR reports, and back', async ({
  page,
  enter,
  world,
}) => {
  // An agency without texting, because its own Texting tab would be another entry.
  const agencyId = await world.agency()
  await enter(page, agent)
  await page.goto(`/agency-detail/${agencyId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('> texting')
  await expect(page.getByRole('option', { selected: true })).toHaveText('TextingScreen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Texting' })).toBeFocused()
  await expect(page).toHaveTitle(/Texting/)
  const links = page.getByRole('main').getByRole('link')
  await expect(links).toHaveText(['SignalR Lookup', 'TCR Report', 'TCR Cleanup'])
  await expect(links.nth(1)).toHaveAttribute('href', '/reports/tcr/summary')
  await expect(links.nth(2)).toHaveAttribute('href', '/reports/tcr/orphans')
  await links.first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'SignalR Lookup' })).toBeFocused()
  await expect(page).toHaveTitle(/SignalR Lookup/)
  await expect(getLookup(page).field).toHaveValue(String(agencyId))
  await page.getByRole('link', { name: 'Texting', exact: true }).press('Enter')
  await expect(page).toHaveURL(`/texting?agency=${agencyId}`)
})

test('[TEXTING-01] the Texting tab lists the initials of whoever is connected, and of nobody who is gone', async ({
  page,
  enter,
  elsewhere,
  world,
  server,
}) => {
  const { id, software: own } = await textingAgency(world, 'Connected Insurance')
  const software = await openSoftware(await elsewhere(agent, { bypassCSP: true }), own.key)
  await software.register('MBB')
  await enter(page, agent)
  const tab = textingTab(page)
  await tab.open(id)
  await expect(tab.fact('SignalR connections')).toContainText(/^MBB/)
  await software.stop()
  await expect(tab.fact('SignalR connections')).toContainText(/^None/, { timeout: 30_000 })
  await resetBandwidth(server)
})
