import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { agencyPage, listPage, liveStream, openLive, recordCalls } from './support/screens.ts'
import { agent, type World } from './support/world.ts'

test('[AG-DETAIL-01] the header names the agency, its contract id and its version', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Header Insurance', versionDisplay: '5.1.7' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(page.getByRole('heading', { level: 1, name: 'Header Insurance' })).toBeVisible()
  await expect(agencyPage(page).fact('Contract ID')).toContainText(String(id))
  await expect(agencyPage(page).fact('Version')).toHaveText('5.1.7')
  await expect(page).toHaveTitle(`[local] ${id} Header Insurance · Config – Agency Support`)
})

test('[TRUTH-33] status and HS 6 are chips of their own, the legend stands under the tab bar, and an online agency opens where something applies', async ({
  page,
  enter,
  world,
}) => {
  const online = await world.agency({ name: 'Cloud Insurance', isOnline: true })
  const legacy = await world.agency({ name: `Local ${'Very Long Name '.repeat(6)}`.trim(), status: 4 })
  await enter(page)
  const line = page.getByRole('main')
  await page.goto(`/agency-detail/${online}`)
  await expect(line.getByText('Status: Online', { exact: true })).toBeVisible()
  await expect(line.getByText('HS 6', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Product Summary' })).toHaveAttribute('aria-selected', 'true')
  const files = page.getByRole('tab', { name: 'Files*' })
  await files.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Does not apply to online (HS 6) agencies')

  await page.goto(`/agency-detail/${legacy}?tab=config`)
  await expect(line.getByText('Status: Retention', { exact: true })).toBeVisible()
  await expect(line.getByText('HS 6', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
  const boxes = async () => {
    const [bar, legend] = [page.getByRole('tablist'), page.getByText('* Not applicable to online agencies')]
    return [await bar.boundingBox(), await legend.boundingBox()]
  }
  const [bar, legend] = await boxes()
  const gap = (legend?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0)
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(16)
  const heading = page.getByRole('heading', { level: 1 })
  expect((await heading.boundingBox())?.height).toBeLessThan(40)
  await expect(heading).toHaveAttribute('title', /^Local Very Long Name/)
  await agencyPage(page).settled()
  await page.mouse.wheel(0, 2_000)
  await expect(page.getByRole('tablist')).not.toBeInViewport()
  await expect(heading).toBeInViewport()
})

test('all twelve tabs stand in sight in a window of 1280, also beside the whole menu; at 1024 none is hidden', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Everything Insurance', isOnline: true, domains: 3 })
  await enter(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  // The first page is shown without the font if that arrives late (font-display: optional); the next one has it.
  await page.goto('/')
  await expect.poll(() => page.evaluate<boolean>(`document.fonts.check('16px "Inter Variable"')`)).toBe(true)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const tabs = page.getByRole('tab')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(tabs).toHaveCount(12)
  // Read one after the other, while content above them may still load.
  const tops = async () => {
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))
    return new Set(boxes.map((box) => box?.y))
  }
  await expect.poll(async () => (await tops()).size).toBe(1)
  await page.getByRole('tab', { name: 'Config' }).press('End')
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await tops()).size).toBe(1)
  await expectAccessibleInBoth(page, 'twelve tabs')
  await page.setViewportSize({ width: 1024, height: 768 })
  await tops()
})

test('[AG-DETAIL-01] [AG-DETAIL-02] an agency without a name is called Name Missing, one without a version has N/A', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: '', versionDisplay: '' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(page.getByRole('heading', { level: 1, name: 'Name Missing' })).toBeVisible()
  await expect(agencyPage(page).fact('Version')).toHaveText('N/A')
  await expect(page).toHaveTitle(`[local] ${id} Name Missing · Config – Agency Support`)
  await agencyPage(page).setStatus('Deleting')
  await expect(page.getByRole('alertdialog')).toContainText(`Name Missing · ${id}`)
})

test('[AG-DETAIL-03] an address with no agency id loads no agency', async ({ page, enter }) => {
  await enter(page)
  const calls = recordCalls(page)
  await page.goto('/agency-detail/123456789?tab=config')
  await expect(page.getByRole('heading', { level: 1, name: 'Agency not found' })).toBeVisible()
  expect(calls.filter((body) => body.includes('GetAgencyConfig'))).toEqual([])
})

test('[AG-DETAIL-04] Back goes to the list, from an unknown agency too', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  for (const path of [`/agency-detail/${id}`, '/agency-detail/69999999']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Agencies' })).toBeVisible()
  }
})

test('an id that nothing has is shown as not found', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/agency-detail/69999999')
  await expect(page.getByRole('heading', { level: 1, name: 'Agency not found' })).toBeFocused()
  await expect(page.getByText('No agency has the id 69999999.')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('link', { name: 'Search agencies' }).click()
  await expect(page).toHaveURL('/?q=69999999')
  await expect(listPage(page).field).toHaveValue('69999999')
})

/** Renames an agency past the server, and announces it. */
async function renameElsewhere(world: World, id: number, name: string): Promise<void> {
  await world.sql(
    "insert into journal (at, actor_kind, actor, event, agency_id) values (now(), 'system', 'test', 'agencies.renamed', $1)",
    [id],
  )
  await world.sql('update agency set name = $2 where agency_id = $1', [id, name])
  await world.sql('notify journal')
}

/** What was asked more than once. */
const askedAgain = (calls: readonly string[]) =>
  new Set(
    calls
      .filter((body, at) => calls.indexOf(body) !== at)
      .map((body) => (JSON.parse(body) as { command: string }).command),
  )
const touchedByName = new Set(['GetAgencyConfig', 'GetAgencyHealth', 'GetTimeZones'])

test('a screen asks for each thing once: the stream begins where its answers end', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  const calls = recordCalls(page)
  const stream = page.waitForResponse(liveStream)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  expect((await stream).url()).toMatch(/after=\d+%3A\d+%3A/)
  await test.step('a change made elsewhere still arrives, by a second look at what it touches', async () => {
    await renameElsewhere(world, id, 'Renamed Elsewhere')
    await expect(page.getByRole('heading', { level: 1, name: 'Renamed Elsewhere' })).toBeVisible()
    expect(askedAgain(calls)).toEqual(touchedByName)
  })
})

test('it asks once although much was changed before, while an older transaction is still open', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const named = (name: string) => page.getByRole('heading', { level: 1, name })
  await enter(page)
  await openLive(page, `/agency-detail/${id}?tab=config`)
  await world.holding(await world.agency(), async () => {
    // So many that a hint names modules instead of agencies.
    await world.sql(
      `insert into journal (at, actor_kind, actor, event, agency_id)
       select now(), 'system', 'test', 'agencies.renamed', n from generate_series(1, 2001) n`,
    )
    await renameElsewhere(world, id, 'Renamed Before')
    await expect(named('Renamed Before')).toBeVisible()
    const calls = recordCalls(page)
    const stream = page.waitForResponse(liveStream)
    await page.reload()
    await agencyPage(page).settled()
    await stream
    await renameElsewhere(world, id, 'Renamed Since')
    await expect(named('Renamed Since')).toBeVisible()
    expect(askedAgain(calls)).toEqual(touchedByName)
  })
})

test('[SHELL-27] a detail that cannot be read says Something went wrong and can be tried again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ name: 'Come Back Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const name = page.getByRole('heading', { level: 1, name: 'Come Back Insurance' })
  await expect(name).toBeVisible()
  const back = page.getByRole('button', { name: 'Back' })
  const place = await back.boundingBox()
  await world.without('agency', async () => {
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
    // The name known to this browser, so that the caller need not be asked again.
    await expect(name).toBeVisible()
    // The header stands where that of an agency does, and what failed begins below its start.
    expect(await back.boundingBox()).toEqual(place)
    expect((await page.getByRole('alert').boundingBox())?.x).toBe(place?.x)
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tab', { name: 'Config' })).toBeVisible()
  await expect(name).toBeVisible()
})

test('[AG-DETAIL-10] [AG-DETAIL-11] [AG-DETAIL-14] [FRAME-07] for an online agency the asterisked tabs lead to its newer page, the others stay', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Online Insurance', isOnline: true, domains: 2 })
  await enter(page)
  const panel = page.getByRole('tabpanel')
  await page.goto(`/agency-detail/${id}`)
  await expect(page.getByText('* Not applicable to online agencies')).toBeVisible()
  const notice =
    'This functionality does not apply to online (HS 6) agencies. Please use the agency detail page: Agency Detail 6x'
  for (const tab of ['Files*', 'Downloads*', 'Texting*']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(panel).toHaveText(notice)
  }
  // Waiting commands and active temporary users are still shown below.
  for (const tab of ['Command*', 'Users*']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(panel).toContainText(notice)
  }
  await page.getByRole('tab', { name: 'Product Summary', exact: true }).click()
  await expect(panel.getByRole('heading', { name: 'Client Totals' })).toBeVisible()
  await page.getByRole('tab', { name: 'Files*', exact: true }).click()
  await page.getByRole('link', { name: 'Agency Detail 6x' }).click()
  await expect(page).toHaveURL(`/agency-detail-6x/${id}`)
})

test('[CONFIG-02] Update waits for another name, says why, and saves it', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Before Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name, update } = agencyPage(page)
  await expect(update).toBeDisabled()
  await expect(update).toHaveAccessibleDescription('The name has not changed.')
  await name.fill('After Insurance')
  await expect(update).toBeEnabled()
  await name.fill(' Before Insurance ')
  await expect(update).toBeDisabled()
  await name.fill('After Insurance')
  await update.click()
  await expect(page.getByRole('heading', { level: 1, name: 'After Insurance' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Agency name updated.' })).toBeVisible()
  await expect(update).toBeDisabled()
  expect(await world.sql('select name, version from agency where agency_id = $1', [id])).toEqual([
    { name: 'After Insurance', version: 2 },
  ])
})

test('a name that the server would refuse is shown at the field and stays typed', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Kept Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name, update } = agencyPage(page)
  await name.fill('   ')
  await update.click()
  await expect(name).toHaveAccessibleDescription('Agency name must be 1 to 100 characters.')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('   ')
})

test('[CONFIG-04] [PERM-05] [CONFIG-03] without EditAgencyStatus a red notice says whom to ask and name, Update and status are disabled', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Looked At Insurance' })
  await enter(page, agent)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const notice =
    'You do not have permission to edit agency information. Please contact your manager for assistance. Needs the EditAgencyStatus permission.'
  const { name, update, status } = agencyPage(page)
  await expect(page.getByText(notice)).toBeVisible()
  await expect(page.getByText(notice).locator('..')).toHaveCSS('border-top-color', 'rgb(179, 38, 30)')
  for (const control of [name, update, status]) {
    await expect(control).toBeDisabled()
    await expect(control).toHaveAccessibleDescription(notice)
  }
})

test('[PERM-04] Rerun changes nothing visible', async ({ page, enter, elsewhere, world }) => {
  const id = await world.agency({ name: 'Same Insurance' })
  const without = await world.person({ permissions: [2000, 2006] })
  const withRerun = await world.person({ permissions: [2000, 2003, 2006] })
  await enter(page, without)
  const other = await elsewhere(withRerun)
  const seen = []
  for (const [one, username] of [
    [page, without],
    [other, withRerun],
  ] as const) {
    await one.goto(`/agency-detail/${id}?tab=config`)
    await expect(agencyPage(one).fact('Time Zone')).toHaveText('Central Time')
    await agencyPage(one).settled()
    // The cards come one by one.
    for (const name of ['Billing', 'Main Contacts', 'Seats', 'Date Code']) {
      const card = one.getByRole('region', { name, exact: true })
      await expect(card).toBeVisible()
      await expect(card).not.toContainText('Loading')
    }
    // Without what is only announced, which is there for some seconds.
    const parts = await one.locator('header, nav, main').filter({ visible: true }).all()
    const texts = await Promise.all(parts.map((part) => part.ariaSnapshot()))
    seen.push(texts.join('\n').replaceAll(username, 'somebody'))
  }
  expect(seen[0]).toContain('Date Code')
  expect(seen[0]).toBe(seen[1])
})
