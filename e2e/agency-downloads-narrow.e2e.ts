import type { Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { openLive } from './support/screens.ts'

const address = (id: number) => `/agency-detail/${id}?tab=downloads`
const logRows = (page: Page) => page.getByRole('table', { name: 'Logs' }).locator('tbody tr[data-row]')

test('on a tablet why a download failed is in sight, and not cut off', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await (await world.software(id)).send({ kind: 'log', content: 'one\n' })
  await enter(page)
  await page.goto(address(id))
  const rows = logRows(page)
  await expect(rows).toHaveCount(1)
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const why = rows.getByText('Failed to download file: Internal Server Error')
    await world.without('agency_file', async () => {
      await rows.getByRole('button', { name: 'Download error.log' }).click()
      await expect(why).toBeInViewport({ ratio: 0.9 })
    })
    const [cut] = await page.evaluate<number[]>(
      `[...document.querySelectorAll('td [role=alert] span')].map((text) => text.scrollHeight - text.clientHeight)`,
    )
    expect(cut).toBe(0)
  }
})

test('on a phone the name of a log wraps after its dots, and is copied without a gap', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const name = 'cloudmanager.1.of_a-terminal.log'
  await (await world.software(id)).send({ kind: 'log', name, content: 'one\n' })
  await enter(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address(id))
  const rows = logRows(page)
  await expect(rows.getByRole('rowheader')).toHaveText(name)
  // A string, because it runs in the page: the name as it stands there, line by line.
  const lines = await page.evaluate<string[]>(`{
    const lines = new Map()
    const walker = document.createTreeWalker(document.querySelector('tbody th'), NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      for (let from = 0; from < walker.currentNode.length; from += 1) {
        const letter = document.createRange()
        letter.setStart(walker.currentNode, from)
        letter.setEnd(walker.currentNode, from + 1)
        const { top } = letter.getBoundingClientRect()
        lines.set(top, (lines.get(top) ?? '') + letter.toString())
      }
    ;[...lines.values()]
  }`)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[._-]$/)
  expect(await rows.getByRole('rowheader').innerText()).toBe(name)
  const head = page.getByRole('columnheader', { name: 'Timestamp' }).locator('span').first()
  expect((await head.boundingBox())?.height).toBeLessThan(24)
})

test('[TRUTH-28] the downloads of an agency’s files stand where they are when their times come', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  const files = page.getByRole('table', { name: 'Agency Files' })
  for (const width of [390, 768, 1280]) {
    const id = await world.agency()
    await page.setViewportSize({ width, height: 844 })
    await openLive(page, address(id))
    await expect(files.getByText('N/A', { exact: true })).toHaveCount(3)
    const boxes = async () =>
      Promise.all((await files.getByRole('button').all()).map((one) => one.boundingBox()))
    const before = await boxes()
    await (await world.software(id)).send({ kind: 'agencyConfig', name: 'config.json', content: '{}' })
    await expect(files.getByRole('time')).toBeVisible()
    expect(await boxes(), `at a width of ${width}`).toEqual(before)
  }
})
