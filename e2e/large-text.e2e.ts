import type { Page } from '@playwright/test'
import { alertsPage } from './support/alerts.ts'
import { expect, test } from './support/fixture.ts'
import { expectBelow, expectNoSidewaysScroll } from './support/layout.ts'
import { addProduct, reportEvents } from './support/marketplace.ts'
import { textingAgency, textingTab } from './support/texting.ts'

/** Opens pages from now on with text of twice the size. */
const doubleText = (page: Page) =>
  page.addInitScript(
    "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })",
  )

test('text of twice the size leaves room for the errors between the fields of a form', async ({
  page,
  enter,
}) => {
  await enter(page)
  await doubleText(page)
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a New Vendor' })
  await dialog.getByLabel('Vendor Name').fill('x'.repeat(101))
  await dialog.getByLabel('Vendor Email').fill('nobody')
  await page.keyboard.press('Enter')
  const label = (name: string) => dialog.locator('label', { hasText: name })
  const error = dialog.locator('p', { hasText: 'Vendor Name must be at most 100 characters.' })
  await expectBelow(label('Vendor Email'), error)
  await expectBelow(label('Address Line 1'), dialog.locator('p', { hasText: 'Invalid e-mail' }))
})

for (const [what, width, height, isDouble] of [
  ['a narrow window', 320, 568, false],
  ['text of twice the size', 1280, 800, true],
] as const)
  test(`in ${what} the buttons of an alert do not cover the field that takes its agencies`, async ({
    page,
    enter,
  }) => {
    await page.setViewportSize({ width, height })
    await enter(page)
    if (isDouble) await doubleText(page)
    await page.goto('/status-admin')
    const { add, radio, which, chips, dialog } = alertsPage(page)
    await add.click()
    await radio('Specific Agencies').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(which).toBeFocused()
    for (const [index, agencyId] of ['6938', '8951', '12345'].entries()) {
      await expectBelow(dialog.getByRole('button', { name: 'Cancel' }), which)
      await page.keyboard.type(agencyId)
      await page.keyboard.press('Enter')
      await expect(chips).toHaveCount(index + 1)
      await expect(chips.last()).toHaveText(/^\d{8} \S/)
    }
    await expectBelow(dialog.getByRole('button', { name: 'Cancel' }), which)
  })

test('text of twice the size breaks neither a phone number of an agency nor a word of the menu', async ({
  page,
  enter,
  world,
}) => {
  const { id } = await textingAgency(world, 'Readable Texting')
  await enter(page)
  await doubleText(page)
  const tab = textingTab(page)
  await tab.open(id)
  await expect(tab.fact('Agency phone')).toHaveText(/^\d{3}-\d{3}-\d{4}/)
  // A string, because it runs in the page: the lines that each of these words takes.
  const lines = `[...document.querySelectorAll('nav *, dd *')].flatMap((element) => [...element.childNodes])
    .filter((node) => /^(Application Management|[-\\d]{12})$/.test(node.data))
    .flatMap((node) => [...node.data.matchAll(/[^ ]+/g)].map((word) => {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      return range.getClientRects().length
    }))`
  expect(await page.evaluate<number[]>(lines)).toEqual([1, 1, 1])
})

test('text of twice the size leaves each line of a log its own height', async ({ page, enter, world }) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'log', name: 'error.log', content: 'first\nsecond\nthird\n' })
  await enter(page)
  await doubleText(page)
  await page.goto(`/agency-detail/${id}?tab=downloads&log=error.log`)
  await expect(page.locator('[data-line="3"]')).toHaveText('3third')
  // A string, because it runs in the page: from the top of a line to that of the next, in heights of its letters.
  const apart = `{
    const lines = [...document.querySelectorAll('[data-line]')]
    const tops = lines.map((line) => line.getBoundingClientRect().top)
    Math.min(...tops.slice(1).map((top, at) => (top - tops[at]) / parseFloat(getComputedStyle(lines[at]).fontSize)))
  }`
  await expect.poll(() => page.evaluate<number>(apart)).toBeGreaterThan(1.2)
})

test('text of twice the size leaves no card of the product activity too narrow for its times', async ({
  page,
  enter,
  world,
}) => {
  const productId = await addProduct(world, 'Widely Read', { vendorDataSync: true })
  await reportEvents(await world.software(await world.agency()), {
    kind: 'optedIn',
    id: 'widely-read',
    at: new Date().toISOString(),
    productId,
    initials: 'ANN',
    name: 'Ann Lee',
  })
  await enter(page)
  await doubleText(page)
  await page.goto('/reports/totals')
  await expect(page.getByRole('listitem').getByRole('time').first()).toBeVisible()
  await expectNoSidewaysScroll(page, 'product activity')
  const beyond = `[...document.querySelectorAll('li time')].filter((time) =>
    time.getBoundingClientRect().right > time.closest('li').getBoundingClientRect().right + 1).map((time) => time.textContent)`
  expect(await page.evaluate<string[]>(beyond)).toEqual([])
})

test('letters further apart do not break the name of the narrowest column of the seat report', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/seatManagement')
  await expect(page.getByRole('columnheader', { name: 'Type' })).toBeVisible()
  // A string, because it runs in the page: the lines that the name takes.
  const lines = `{
    const name = [...document.querySelectorAll('th span')].find((one) => one.textContent === 'Type')
    name.style.letterSpacing = '0.12em'
    const range = document.createRange()
    range.selectNodeContents(name)
    range.getClientRects().length
  }`
  expect(await page.evaluate<number>(lines)).toBe(1)
})
