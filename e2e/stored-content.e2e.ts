import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { listPage } from './support/screens.ts'
import { sendGrid } from './support/send-grid.ts'
import type { ServerProcess } from './support/server-process.ts'
import type { World } from './support/world.ts'

const markup = `<img src=x onerror="window.bad = 1"><script>window.bad = 1</script>`

async function expectAgencyAsText(page: Page, world: World): Promise<void> {
  const id = await world.agency({ name: `Hostile ${markup}` })
  for (const name of ['__proto__', 'constructor']) await world.agency({ name: `Hostile ${name}` })
  await page.goto('/')
  const { search, rows } = listPage(page)
  await search('hostile')
  await expect(rows).toHaveCount(3)
  for (const name of ['__proto__', 'constructor'])
    await expect(rows.filter({ hasText: `Hostile ${name}` })).toHaveCount(1)
  await rows.filter({ hasText: markup }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/agency-detail/${id}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hostile ${markup}`)
  expect(await page.title()).toContain(`Hostile ${markup}`)
}

async function expectAlertAsText(page: Page, origin: string): Promise<void> {
  const alert = {
    command: 'SendExternalAlert',
    category: 2,
    priority: 1,
    feature: 2,
    message: `Sent \u202e ${markup}`,
    systemAlertRecipientType: 2,
  }
  const sent = await page.request.post(`${origin}/api/request`, { headers: { origin }, data: alert })
  expect(await sent.json()).toMatchObject({ code: 0 })
  await page.goto('/status-admin')
  // Alerts of other tests may be there too.
  await page.getByRole('button', { name: /^Details of Vendor: Sent / }).click()
  await expect(page.getByText(`Sent [U+202E] ${markup}`).first()).toBeVisible()
}

async function expectReasonAsText(page: Page, server: ServerProcess): Promise<void> {
  const mail = sendGrid(server)
  await mail.empty()
  await mail.add('5x', 'bounces', { emails: ['ann@smith.example'], reason: markup })
  await page.goto('/email-management')
  await page
    .locator('tbody tr[data-row]')
    .getByRole('button', { name: /^Show Details/ })
    .click()
  await expect(
    page
      .getByRole('table', { name: /^Details of/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText(markup)
  await mail.empty()
}

test('names and texts that look like markup are text wherever they are shown, and run nothing', async ({
  page,
  server,
  enter,
  world,
}) => {
  const person = await world.person({ permissions: Object.values(P) })
  const named = 'update staff set first_name = $2, last_name = $3 where username = $1'
  await world.sql(named, [person, '__proto__', markup])
  await enter(page, person)
  const places: readonly (readonly [place: string, look: () => Promise<void>])[] = [
    ['an agency in the list and its header', () => expectAgencyAsText(page, world)],
    [
      'a person',
      async () => {
        await page.goto(`/user-management?q=${person}`)
        await expect(page.locator(`tr[data-row="${person}"]`)).toContainText(`__proto__ ${markup}`)
      },
    ],
    ['an alert', () => expectAlertAsText(page, server.origin)],
    ['what SendGrid says of an address', () => expectReasonAsText(page, server)],
  ]
  for (const [place, look] of places)
    await test.step(place, async () => {
      await look()
      expect(await page.evaluate('window.bad')).toBeUndefined()
    })
  await world.sql('update system_alert set end_time = now() where end_time is null')
})

test('a name longer than its cell is shown in full under the pointer, another has no title', async ({
  page,
  enter,
  world,
}) => {
  const long = `Zebrafinch ${'and Partners '.repeat(18)}Insurance`
  await world.agency({ name: long })
  await world.agency({ name: 'Zebrafinch' })
  await enter(page)
  await page.goto('/')
  const { search, rows } = listPage(page)
  await search('zebrafinch')
  await expect(rows).toHaveCount(2)
  await rows.getByText(long).hover()
  await expect(rows.getByTitle(long)).toBeVisible()
  const short = rows.filter({ hasNotText: 'Partners' }).getByRole('cell', { name: 'Zebrafinch' })
  await short.getByText('Zebrafinch').hover()
  await expect(short.locator('[title]')).toHaveCount(0)
})

test('a name without a blank stays within its card of the recent agencies', async ({
  page,
  enter,
  world,
}) => {
  const name = 'Longwinded'.repeat(12)
  const id = await world.agency({ name })
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Recently opened' }).getByRole('link', { name })
  await expect(card).toBeVisible()
  // A string, because it runs in the page.
  const isWithin = `[...document.querySelectorAll('section li > a')].every((card) => card.scrollWidth <= card.clientWidth)`
  expect(await page.evaluate(isWithin)).toBe(true)
})

// Runs in the page: where a name is shown, whether its first letter is seen.
const seesBeginning = (name: string) => `[...document.querySelectorAll('h1, span')]
  .filter(({ textContent, childElementCount }) => textContent === ${JSON.stringify(name)} && childElementCount === 0)
  .map((element) => {
    const letter = document.createRange()
    letter.setStart(element.firstChild, 0)
    letter.setEnd(element.firstChild, 1)
    const [seen, first] = [element.getBoundingClientRect(), letter.getBoundingClientRect()]
    return first.left >= seen.left - 1 && first.right <= seen.right + 1
  })`

test('a name from right to left that is too long is cut off at its end, not at its beginning', async ({
  page,
  enter,
  world,
}) => {
  const name = 'סוכנות הביטוח הגדולה של ירושלים והסביבה '.repeat(3).trim().slice(0, 100)
  const id = await world.agency({ name })
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(id))
  await expect(page.getByRole('option', { name })).toBeVisible()
  // The heading, the drawer and the palette.
  expect(await page.evaluate(seesBeginning(name))).toEqual([true, true, true])
})
