import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { addSignins, usersAgency, usersTab } from './support/agency-users.ts'
import { reportSigning } from './support/esignature.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { addProduct, purchase, reportEvents } from './support/marketplace.ts'
import { agencyPage, listPage, signInPage } from './support/screens.ts'
import {
  expectNoShift,
  expectStill,
  placedControls,
  pressableControls,
  watchShifts,
} from './support/still.ts'
import { agent, password } from './support/world.ts'

const all = Object.values(P)

/** Expects that a failed sign-in moves nothing in the form. */
async function expectStillSignIn(page: Page, username: string): Promise<void> {
  await page.goto('/signin')
  const form = signInPage(page)
  await form.email.fill(username)
  await form.password.fill('wrong')
  const atSignIn = await placedControls(page)
  await form.submit.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectStill(atSignIn, 'a sign-in has failed')
}

test('[TRUTH-28] late content, a failure and a message move no switch and no button', async ({
  page,
  context,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const [person, username] = [
    await world.person({ permissions: all }),
    await world.person({ permissions: [2000] }),
  ]
  await signIn(context, server.origin, person)
  await page.goto('/')
  const menuEntry = page.getByRole('link', { name: 'User Management' })
  await expect(menuEntry).toBeVisible()
  const row = page.locator(`tr[data-row="${username}"]`)
  const holder = new pg.Client(server.databaseUrl)
  await holder.connect()
  await holder.query('begin; lock table staff in access exclusive mode')
  await menuEntry.click()
  await expect(page.getByRole('progressbar', { name: 'Loading users' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search' }).fill(username)
  const whileLoading = await placedControls(page)
  await holder.end()
  await expect(row).toBeVisible()
  await expectStill(whileLoading, 'the list has come')

  await row.getByText(username).click()
  const card = page.getByRole('region', { name: /^User Permissions of/ })
  const rerun = card.getByRole('switch', { name: 'Rerun', exact: true })
  await rerun.hover()
  const before = await placedControls(page)
  await world.sql(
    'update staff set version = version + 1, permissions_version = version + 1 where username = $1',
    [username],
  )
  await page.mouse.down()
  await page.mouse.up()
  await expect(card.getByRole('alert')).toBeVisible()
  await expectStill(before, 'a save has failed')
  // The pointer has not moved: the second click hits the same switch.
  await page.mouse.down()
  await page.mouse.up()
  await expect(card.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectStill(before, 'the save has succeeded')
  expect(await world.sql('select permissions from staff where username = $1', [username])).toEqual([
    { permissions: [P.CanAccess, P.Rerun] },
  ])

  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The rows may be out of date.' })).toBeVisible()
  await expectStill(before, 'offline, and the rows could not be read')
  await context.setOffline(false)

  await expectStillSignIn(page, username)
})

test('the list after a sign-in stands where it stays: it makes no room for the drawer later', async ({
  page,
  world,
}) => {
  const person = await world.person()
  await watchShifts(page)
  await page.goto('/signin')
  const form = signInPage(page)
  await form.email.fill(person)
  await form.password.fill(password)
  await world.holdingTable('staff', async () => {
    await form.submit.click()
    // Browsers attribute a shift within half a second after a press to that press.
    const now = () => page.evaluate<number>('performance.now()')
    await expect.poll(now).toBeGreaterThan((await now()) + 600)
  })
  await expect(listPage(page).field).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectNoShift(page, 'the first list')
})

test('the sign-in log that comes into its dialog leaves the dialog where it stands', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Still Insurance')
  await addSignins(world, id, 'LCK', [3, 3, 4])
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=users`)
  const { dialog } = usersTab(page)
  let loading: Awaited<ReturnType<typeof dialog.boundingBox>> = null
  await world.holdingTable('agency_sign_in', async () => {
    await page.locator('[data-user="LCK"] [aria-label^="User Signin Log"]').click()
    await expect(dialog.getByRole('columnheader', { name: 'Outcome' })).toBeVisible()
    loading = await dialog.boundingBox()
  })
  await expect(dialog).toContainText('2 × Invalid Credentials, then Locked Out')
  expect(loading).not.toBeNull()
  expect(await dialog.boundingBox()).toEqual(loading)
})

test('the first page has the font of its own, asked for with the page and only once', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const fonts = await page.evaluate<
    { name: string; initiatorType: string }[]
  >(`document.fonts.ready.then(() =>
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).map((entry) => entry.toJSON()))`)
  expect(fonts.map(({ initiatorType }) => initiatorType)).toEqual(['link'])
  expect(await page.evaluate(`[...document.fonts].map(({ status }) => status)`)).toEqual(['loaded'])
})

test('an answer that is not there after ten seconds is reported until it comes, and moves nothing', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Patient Insurance' })
  await enter(page)
  await page.clock.install()
  await page.goto(`/agency-detail/${id}?tab=config`)
  const config = agencyPage(page)
  await config.name.fill('Patient and Late Insurance')
  await expect(config.update).toBeEnabled()
  const notice = page.getByText('The server has not answered for more than 10 seconds.')
  await world.holding(id, async (waiting) => {
    await config.update.click()
    await waiting(1)
    const before = await placedControls(page)
    await expect(notice).toHaveCount(0)
    await page.clock.runFor(10_000)
    await expect(notice).toBeVisible()
    await expectStill(before, 'still no answer')
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Patient and Late Insurance' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a field beside one with an error stands where that one stands', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/products/-1')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  await save.click()
  await expect(page.getByLabel('Action Button URL')).toHaveAttribute('aria-invalid', 'true')
  expect(await top('Action Button Label')).toBe(await top('Action Button URL'))
})

test('an error below a field moves neither the fields nor the buttons', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await page.getByRole('button', { name: 'Change details' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pool').fill('')
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeEnabled()
  const before = await placedControls(page)
  await save.click()
  await expect(dialog.getByText('Pool must be a whole number from 0 to 9999.')).toBeVisible()
  await expectStill(before, 'a field has an error')
})

test('the tooltip of a button in the bar moves no control', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    const before = await placedControls(page)
    await page.getByRole('button', { name: 'Recent messages' }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Recent messages')
    await expectStill(before, `a tooltip is shown at ${width}`)
    await page.mouse.move(width / 2, 600)
  }
})

test('a banner at the lower edge covers no control and moves none, when it comes and when it goes', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const id = await world.agency({ name: 'Uncovered Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await page.setViewportSize({ width: 1280, height: 400 })
  const banner = page.getByText('You are offline.')
  const button = page.getByRole('button', { name: 'Change details' })
  for (const above of [2, 14, 28, 40]) {
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {}
    // No wheel, which scrolls over several frames.
    await page.evaluate(`scrollBy(0, ${y + height} - innerHeight + ${above})`)
    expect((await button.boundingBox())?.y).toBeCloseTo(400 - above - height, 0)
    const before = await pressableControls(page)
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    expect(await pressableControls(page), `${above} px above the lower edge`).toEqual(before)
    await context.setOffline(false)
    await expect(banner).toHaveCount(0)
    expect(await pressableControls(page)).toEqual(before)
  }
})

test('on a narrow screen what gets the focus is clear of a banner of several lines, and the end of the screen stays when it goes', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const id = await world.agency({ name: 'Narrow Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await page.setViewportSize({ width: 320, height: 480 })
  // Its code has to be there before the network is gone; for people it is prefetched.
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.keyboard.press('Escape')
  const banner = page.getByText('You are offline.')
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Check', exact: true }).focus()
  expect((await pressableControls(page)).join()).toContain('Check')
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const atEnd = await pressableControls(page)
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  expect(await pressableControls(page)).toEqual(expect.arrayContaining(atEnd))
})

test('the table of a report keeps its place while it loads, and when there is no chart above it', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const [all, none] = [await addProduct(world, 'In Every Agency'), await addProduct(world, 'In No Agency')]
  // Too many for a test to report through the agencies' software.
  await world.sql(
    `insert into agency_product (product_id, agency_id, subscribed, started_at)
     select $1, 60000000 + n, true, timestamptz '2026-11-01 06:30Z' from generate_series(1, 10001) n`,
    [all],
  )
  await enter(page, agent)
  const search = page.getByRole('textbox', { name: 'Search' })
  const open = async (product: number, lastly: string) => {
    let loading: Awaited<ReturnType<typeof search.boundingBox>> = null
    await world.holdingTable('agency_product', async () => {
      await page.goto(`/reports/product-billing?product=${product}`)
      await search.hover()
      loading = await search.boundingBox()
    })
    await expect(page.getByText(lastly)).toBeVisible()
    expect(loading).not.toBeNull()
    const box = await search.boundingBox()
    expect(box, lastly).toEqual(loading)
    return box
  }
  const tooMany = 'No charts: they are drawn from all rows, and there are more than 10,000.'
  const reserved = await open(all, tooMany)
  await test.step('unless nobody is at it: then the rows take the place of charts that cannot come', async () => {
    await page.mouse.move(0, 0)
    await page.reload()
    await expect(page.getByText(tooMany)).toBeVisible()
    expect((await search.boundingBox())?.y).toBeLessThan((reserved?.y ?? 0) - 200)
  })
  const box = await open(none, 'No charts: there are no rows.')
  await world.without('agency_product', async () => {
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    expect(await search.boundingBox(), 'a report that failed').toEqual(box)
  })
})

test('the table of a report stays where it is when the charts above it come', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Charted Late')
  await reportEvents(await world.software(await world.agency()), purchase(product))
  // Two digits, with which the key takes a second line in the narrowest window; in a month that no other test looks at.
  for (let count = 0; count < 10; count += 1) await reportSigning(world, await world.agency(), '2026-02')
  const [signature] = await world.sql<{ id: number }>(
    'select product_id as id from product where product_key = 3',
  )
  await enter(page, agent)
  const march = 'f.from=2026-03-01&f.to=2026-03-31'
  const reports = [
    { path: `product-billing?product=${product}`, charts: 2 },
    { path: `subscription-events?product=${product}&${march}`, charts: 1 },
    { path: `subscription-events?product=${signature?.id}&f.from=2026-02-01&f.to=2026-02-28`, charts: 1 },
  ]
  const columns = page.getByRole('button', { name: 'Columns' })
  for (const width of [1280, 800, 412, 320])
    for (const { path, charts } of reports) {
      await page.setViewportSize({ width, height: 800 })
      let loading = { y: 0 }
      // The rows name their agencies, the list of products does not.
      await world.holdingTable('agency', async () => {
        await page.goto(`/reports/${path}`)
        await expect(columns).toBeVisible()
        loading = (await columns.boundingBox()) ?? loading
      })
      await expect(page.getByRole('figure')).toHaveCount(charts)
      expect((await columns.boundingBox())?.y, `${path} at ${width} px`).toBe(loading.y)
    }
})
