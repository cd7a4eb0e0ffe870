import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { agencyPage } from './support/screens.ts'
import { agent } from './support/world.ts'

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const config = (id: number) => `/agency-detail/${id}?tab=config`

test('[CONFIG-01] [TRUTH-12] Details: name with Update, pool and region, version 6, status, storage check, folder compliance', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Folder Insurance', versionDisplay: '5.4.2' })
  const folderCompliance = [
    { folder: 'D:\\Data\\Clients', compliant: true, detail: '' },
    { folder: 'D:\\Data\\Scans', compliant: false, detail: 'Everyone may write.' },
  ]
  const software = await world.software(id)
  const told = { folderCompliance, version: '5.4.3', timeZoneId: 'America/Denver' }
  await software.send({ kind: 'agencyConfig', content: JSON.stringify(told) })
  await enter(page)
  await page.goto(config(id))
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('textbox', { name: 'Agency Name' })).toHaveValue('Folder Insurance')
  await expect(details.getByRole('button', { name: 'Update' })).toBeVisible()
  const facts = { Pool: '3', Region: 'Central', 'CMS 6 or greater?': 'No', 'Time Zone': 'Mountain Time' }
  for (const [term, value] of Object.entries(facts))
    await expect(agencyPage(page).fact(term, details)).toHaveText(value)
  await expect(agencyPage(page).fact('Version')).toHaveText('5.4.3')
  await expect(details.getByRole('combobox', { name: 'Status' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Check' })).toBeVisible()
  const folders = page.getByRole('region', { name: 'Folder compliance' })
  await expect(folders.getByRole('listitem')).toHaveText([
    'Not compliantD:\\Data\\ScansEveryone may write.',
    'CompliantD:\\Data\\Clients',
  ])
  const bare = await world.agency()
  await page.goto(config(bare))
  await expect(folders).toHaveText('Folder complianceN/A')
})

test('Config shows pool, region, version 6, time zone and the onboarding status with its meaning', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ versionDisplay: '6.0.1', regionId: 0, onboardingStatus: 3 })
  await enter(page)
  await page.goto(config(id))
  const details = page.getByRole('region', { name: 'Details' })
  const shown = { Pool: '3', Region: 'Northwest', 'CMS 6 or greater?': 'Yes', 'Time Zone': 'Central Time' }
  for (const [term, value] of Object.entries(shown))
    await expect(agencyPage(page).fact(term, details)).toHaveText(value)
  await expect(agencyPage(page).fact('Onboarding', details)).toHaveText(
    'SynchronizingData is being analysed.',
  )
})

test('while an agency is being onboarded its steps are shown, and which one it stands on', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ status: 1, onboardingStatus: 4 })
  await enter(page)
  await page.goto(config(id))
  const steps = page.getByRole('region', { name: 'Onboarding: 5 of 8, Synchronized' })
  await expect(steps.getByRole('listitem')).toHaveCount(8)
  await expect(steps.locator('[aria-current="step"]')).toContainText('Synchronized')
  await agencyPage(page).setStatus('Online')
  await expect(steps).toHaveCount(0)
})

test('[CONFIG-08] [CONFIG-09] storage modes 0 to 2 are chosen; one that a systems flag set is shown', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(config(id))
  const mode = page.getByRole('combobox', { name: 'Storage mode' })
  await expect(mode).toContainText('Agency')
  await mode.click()
  await expect(page.getByRole('option')).toHaveText(['Agency', 'Pool', 'Pool then Agency'])
  await page.getByRole('option', { name: 'Pool then Agency' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Storage mode updated.' })).toBeVisible()
  await expect(mode).toContainText('Pool then Agency')
  await page.getByRole('button', { name: 'Undo: back to Agency' }).click()
  await expect(mode).toHaveText('Agency')
  await expect(mode).toBeFocused()
  for (const [value, label] of [
    [3, 'Pool (by systems flag)'],
    [4, 'Pool then Agency (by systems flag)'],
  ] as const) {
    const flagged = await world.agency()
    // The systems flag is set outside the console, in the database.
    await world.sql('update agency set storage_mode = $2 where agency_id = $1', [flagged, value])
    await page.goto(config(flagged))
    await expect(mode).toHaveText(label)
    await mode.click()
    await expect(page.getByRole('option')).toHaveText(['Agency', 'Pool', 'Pool then Agency', label])
    await page.keyboard.press('Escape')
  }
})

test('[CONFIG-11] a storage check that works says so, one that does not says why, and the setup is tried again', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(config(id))
  const missing = page.getByText('The storage of this agency has not been set up. Retry the setup.')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(missing).toBeVisible()
  await page.getByRole('button', { name: 'Retry Setup' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Storage setup restarted.' })).toBeVisible()
  await expect(missing).toHaveCount(0)
  const connected = page.getByText('Successfully connected to agency storage account.')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(connected).toBeVisible()
  await test.step('what was said of one storage is not said of another', async () => {
    await page.getByRole('combobox', { name: 'Storage mode' }).click()
    await page.getByRole('option', { name: 'Pool', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Storage mode updated.' })).toBeVisible()
    await expect(connected).toHaveCount(0)
  })
})

test('without EditAgencyStatus the storage can be checked and not changed', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page, agent)
  await page.goto(config(id))
  await expect(page.getByRole('combobox', { name: 'Storage mode' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Retry Setup' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Check' })).toBeEnabled()
})

test('[TRUTH-14] details are set on Config, the onboarding steps go by them, and a key is shown once', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ status: 1, onboardingStatus: 0, regionId: 0 })
  await enter(page)
  await page.goto(config(id))
  const details = card(page, 'Details')
  const steps = details.getByRole('heading', { name: /^Onboarding: / })
  await expect(steps).toHaveText('Onboarding: 1 of 8, Pending Cloud Sync')
  await details.getByRole('button', { name: 'Change details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change details' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const placed = await cancel.boundingBox()
  await dialog.getByRole('textbox', { name: 'Pool' }).fill('7')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  expect(await cancel.boundingBox()).toEqual(placed)
  await dialog.getByRole('combobox', { name: 'Region' }).selectOption('East')
  await dialog.getByRole('combobox', { name: 'Agency type' }).selectOption('Kotter')
  await dialog.getByRole('checkbox', { name: 'Texting' }).check()
  await dialog.getByRole('combobox', { name: 'Onboarding' }).selectOption('Synchronizing')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(steps).toHaveText('Onboarding: 4 of 8, Synchronizing')
  const shown = { Pool: '7', Region: 'East', 'Agency type': 'Kotter', Domains: 'Texting' }
  for (const [term, value] of Object.entries(shown))
    await expect(agencyPage(page).fact(term, details)).toHaveText(value)
  await expect(page.getByRole('tab', { name: 'Texting*' })).toBeVisible()
  const rows = await world.sql(
    "select before, after from journal where agency_id = $1 and event = 'agencies.detailsChanged'",
    [id],
  )
  expect(rows).toHaveLength(1)

  const keys = card(page, 'Agency key')
  await keys.getByRole('button', { name: 'Issue key' }).click()
  const made = page.getByRole('dialog', { name: 'New agency key' })
  await expect(made.getByText(new RegExp(`^${id}\\.[\\w-]{43}$`))).toBeVisible()
  await made.getByRole('button', { name: 'Close' }).last().click()
  await expect(agencyPage(page).fact('Last used', keys)).toHaveText('Not used yet')
  const danger = 'rgb(179, 38, 30)'
  const revoke = keys.getByRole('button', { name: 'Revoke key' })
  await expect(revoke).not.toHaveCSS('background-color', danger)
  await revoke.click()
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' })
  await expect(sure).toHaveCSS('background-color', danger)
  await sure.click()
  await expect(keys.getByText('This agency has no key: its software cannot call.')).toBeVisible()
})
