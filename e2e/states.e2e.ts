import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { addProduct, reportEvents } from './support/marketplace.ts'
import { agencyPage, listPage, signInPage } from './support/screens.ts'
import { agent } from './support/world.ts'

async function check(page: Page, state: string) {
  await expectAccessibleInBoth(page, state)
  await expectReasons(page, state)
}

test('the list: before a search, no result, failed, help, menu, columns and messages open', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeVisible()
  await check(page, 'before a search')
  await listPage(page).search('nobody is called like this')
  await expect(page.getByText('No Results')).toBeVisible()
  await check(page, 'no result')
  await world.without('agency', async () => {
    await listPage(page).search('smith')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
    await check(page, 'failed')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(listPage(page).rows.first()).toBeVisible()
  for (const [name, opened] of [
    ['Help: Agencies', page.getByRole('note')],
    ['Columns', page.getByRole('list', { name: 'Columns' })],
    [/^Settings of/, page.getByRole('menu')],
    ['Recent messages', page.getByRole('dialog')],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await expect(opened).toBeVisible()
    await check(page, String(name))
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  }
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await check(page, 'keyboard shortcuts')
})

test('the agency: statuses open, question open, message shown, changed, refused, no permission, not found', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await world.agency({ name: 'Every State Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { status, setStatus, name, update, rename } = agencyPage(page)
  await status.click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await check(page, 'statuses open')
  await page.keyboard.press('Escape')
  await setStatus('Deleting')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check(page, 'question open')
  await page.keyboard.press('Escape')
  await setStatus('Retention')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await check(page, 'message and Undo shown')
  await name.fill('  ')
  await update.click()
  await expect(name).toHaveAccessibleDescription('Agency name must be 1 to 100 characters.')
  await check(page, 'refused')
  await rename('Every State Agency')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(listPage(page).rows).toHaveCount(2)
  await check(page, 'history')
  await page.goto('/agency-detail/69999999')
  await expect(page.getByRole('heading', { name: 'Agency not found' })).toBeVisible()
  await check(page, 'not found')
  const other = await elsewhere(agent)
  await other.goto(`/agency-detail/${id}?tab=config`)
  await expect(agencyPage(other).name).toBeDisabled()
  await check(other, 'no permission')
})

test('signing in: refused, and the password to be changed', async ({ page, world }) => {
  await page.goto('/signin')
  await signInPage(page).signIn('nobody@support.test')
  await expect(page.getByRole('alert')).toBeVisible()
  await check(page, 'refused')
  await signInPage(page).signIn(await world.person({ status: 3 }))
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  await check(page, 'password to be changed')
})

test('Tab goes into an open popup and out of it, and rests on nothing that is hidden', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Popup Insurance' })
  await enter(page)
  await page.goto(`/?q=${id}`)
  await expect(listPage(page).rows).toHaveCount(1)
  const columns = page.getByRole('button', { name: 'Columns' })
  const box = page.getByRole('list', { name: 'Columns' })
  await columns.focus()
  await page.keyboard.press('Enter')
  await expect(box).toBeVisible()
  // All names stand below one another, with and without a box in front.
  const starts = `new Set([...document.querySelectorAll('[aria-label="Columns"] li')].map((line) => {
    const range = document.createRange()
    range.selectNodeContents(document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode())
    return Math.round(range.getBoundingClientRect().left)
  })).size`
  expect(await page.evaluate<number>(starts)).toBe(1)
  const hidden = page.locator('[aria-hidden="true"]:focus')
  await page.keyboard.press('Tab')
  await expect(box.locator(':focus')).toHaveCount(1)
  const reset = page.getByRole('button', { name: 'Reset columns' })
  while ((await reset.and(page.locator(':focus')).count()) === 0) {
    expect(await hidden.count()).toBe(0)
    await expect(box.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('main').locator(':focus')).toHaveCount(1)
  expect(await hidden.count()).toBe(0)
  await expect(box).toHaveCount(0)
})

/** What a system colour is in the page. */
const systemColour = (page: Page, name: string) =>
  page.evaluate<string>(`(() => {
  const probe = document.createElement('i')
  probe.style.color = '${name}'
  probe.style.forcedColorAdjust = 'none'
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
})()`)

test('where the browser forces colours, those of a chart are made for the ground it shows, whatever the theme', async ({
  page,
  enter,
  world,
}) => {
  const productId = await addProduct(world, 'Charted On Grounds')
  const at = new Date(Date.now() - 60_000).toISOString()
  await reportEvents(await world.software(await world.agency()), {
    kind: 'trialStart',
    id: 'charted-on-grounds',
    at,
    productId,
  })
  await enter(page, agent)
  await page.goto(`/reports/subscription-events?product=${productId}`)
  const mark = page.getByRole('figure').locator('g[stroke="var(--chart-1)"][fill="var(--surface)"]')
  await expect(mark).toHaveCount(1)
  const colours = () =>
    page.evaluate<string[]>(
      '[1, 2, 3, 4, 5].map((at) => getComputedStyle(document.documentElement).getPropertyValue(`--chart-${at}`))',
    )
  for (const [ground, theme] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: ground, forcedColors: 'none' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', ground)
    const made = await colours()
    await page.emulateMedia({ forcedColors: 'active' })
    await page.evaluate(`document.documentElement.dataset.colorScheme = '${theme}'`)
    expect(await colours()).toEqual(made)
    const canvas = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await expect(mark).toHaveCSS('fill', canvas)
  }
})

test('with forced colours what is chosen, pressed or disabled is still told apart', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Contrast Insurance' })
  await enter(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/agency-detail/${id}?tab=history`)
  const by = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(by('People')).toHaveCSS('border-width', '2px')
  await expect(by('Software')).toHaveCSS('border-width', '1px')
  const tab = (name: string) => page.getByRole('tab', { name })
  const canvas = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await expect(tab('Config')).toHaveCSS('border-bottom-color', canvas)
  await expect(tab('History')).not.toHaveCSS('border-bottom-color', canvas)
  await page.goto('/selfservecerts')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Self Serve Certs' })).toHaveCSS('border-left-width', '3px')
  await expect(menu.getByRole('link', { name: 'Main' })).toHaveCSS('border-left-width', '0px')
  const text = await page.evaluate<string>('getComputedStyle(document.body).color')
  await expect(menu.getByRole('link', { name: 'Main' }).locator('svg')).toHaveCSS('color', text)
  const grey = await systemColour(page, 'GrayText')
  await expect(by('Decode')).toHaveCSS('border-color', grey)
  await expect(by('Decode')).toHaveCSS('color', grey)
  await page.getByRole('textbox', { name: 'Published Certificate Url or Token' }).fill('x')
  await expect(by('Decode')).not.toHaveCSS('border-color', grey)
  // The main action is filled, and the text has no patch of another colour behind it.
  const expectFilled = async (filled: Locator) => {
    await expect(filled).toHaveCSS('background-color', await systemColour(page, 'Highlight'))
    await expect(filled).toHaveCSS('color', await systemColour(page, 'HighlightText'))
    await expect(filled).toHaveCSS('forced-color-adjust', 'none')
  }
  await expectFilled(by('Decode'))
  await page.goto('/agency-detail-6xWarn/6938')
  await expectFilled(page.getByRole('link', { name: 'Open the 6.x page' }))
  await page.goto('/agency-detail/6938?tab=config')
  await page.getByRole('textbox', { name: 'Find' }).fill('user')
  await expectFilled(page.locator('mark').first())
  await expect(page.locator('mark').nth(1)).not.toHaveCSS(
    'background-color',
    await systemColour(page, 'Highlight'),
  )
})

// A string, because it runs in the page: counts what begins to move.
const countMoves = `window.moves = 0
  for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, () => { window.moves += 1 }, true)`

// What stands for the spinner of a busy control.
const spinnerText = `getComputedStyle(document.querySelector('[aria-busy="true"] > :last-child'), '::before').content`

for (const [reducedMotion, moves] of [
  ['no-preference', true],
  ['reduce', false],
] as const)
  test(`what opens and closes ${moves ? 'moves a little' : 'stands still for a person who has asked for that'}`, async ({
    page,
    enter,
    world,
  }) => {
    const id = await world.agency({ name: 'Still Insurance' })
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(countMoves)
    await enter(page)
    await page.goto(`/agency-detail/${id}?tab=config`)
    const { status, setStatus } = agencyPage(page)
    await setStatus('Deleting')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await world.holding(id, async () => {
      await setStatus('Retention')
      await expect(status).toHaveAttribute('aria-busy', 'true')
      expect(await page.evaluate(spinnerText)).toBe(moves ? 'none' : '"…"')
    })
    await expect(page.getByRole('status').filter({ hasText: 'Agency status updated.' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
    await expect(status).toHaveText('Retention')
    expect((await page.evaluate<number>('window.moves')) > 0).toBe(moves)
  })
