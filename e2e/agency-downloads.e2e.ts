import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectGoodStops, expectReasons } from './support/accessibility.ts'
import { madeUpLog, readStoredAt } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { download, openLive } from './support/screens.ts'

const address = (id: number, query = '') => `/agency-detail/${id}?tab=downloads${query}`

/** The Downloads tab. */
function downloadsTab(page: Page) {
  const logs = page.getByRole('table', { name: 'Logs' })
  const files = page.getByRole('table', { name: 'Agency Files' })
  return {
    logs,
    rows: logs.locator('tbody tr[data-row]'),
    file: (name: string) => files.getByRole('row').filter({ hasText: name }),
    files,
  }
}

/** The log viewer. */
function viewer(page: Page, name: string) {
  return {
    lines: page.getByRole('region', { name: `Lines of ${name}` }),
    search: page.getByRole('searchbox', { name: 'Search' }),
    found: page.getByRole('search').getByRole('status'),
    next: page.getByRole('button', { name: 'Next match' }),
    previous: page.getByRole('button', { name: 'Previous match' }),
    level: page.getByRole('combobox', { name: 'Level' }),
    toLine: page.getByRole('textbox', { name: 'Go to line' }),
    line: (number: number) => page.locator(`[data-line="${number}"]`),
  }
}

test('[DOWNLOADS-01] the logs, newest first, with name, timestamp and a download; 25, 50 or 100 a page', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await enter(page)
  await openLive(page, address(id))
  const { logs, rows } = downloadsTab(page)
  await expect(logs.getByText('No data')).toBeVisible()
  for (let day = 1; day <= 3; day += 1)
    await software.send({
      kind: 'log',
      name: `day${day}.log`,
      content: `the log of day ${day}\n`,
      fileTimestamp: `2026-11-0${day}T12:00:00Z`,
    })
  await expect(rows.getByRole('rowheader')).toHaveText(['day3.log', 'day2.log', 'day1.log'])
  await expect(rows.first().getByRole('time')).toHaveText('11/03/2026 07:00:00')
  for (const header of ['Name', 'Timestamp (ET)'])
    await expect(logs.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Rows per page' }).getByRole('option')).toHaveText([
    '25',
    '50',
    '100',
  ])
  const log = rows.first().getByRole('button', { name: 'Download day3.log' })
  await expect(log).toHaveAccessibleDescription(`Saved as YYYYMMDDHHmmss_${id}_day3.log_day3.log`)
  const { name, text } = await download(log)
  expect(name).toMatch(new RegExp(`^\\d{14}_${id}_day3.log_day3.log$`))
  expect(text).toBe('the log of day 3\n')
  await expectAccessibleInBoth(page, 'logs')
  await page.getByRole('link', { name: 'Request new logs' }).click()
  await expect(page.getByRole('radio', { name: 'Log', exact: true })).toBeChecked()
})

test('[DOWNLOADS-05] config, metrics and multifolder file with time and download; N/A where there is none', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await enter(page)
  await openLive(page, address(id))
  const { files, file } = downloadsTab(page)
  await expect(files.getByRole('rowheader')).toHaveText(['Config file', 'Metrics file', 'Multifolder file'])
  for (const name of ['Config file', 'Metrics file', 'Multifolder file']) {
    await expect(file(name)).toContainText('N/A')
    await expect(file(name).getByRole('button')).toBeDisabled()
  }
  await expectReasons(page, 'agency files')
  for (const [kind, name, content] of [
    ['agencyMetrics', 'Metrics file', '{"totals":{"0":{"count":3,"active":2,"archived":1,"errors":0}}}'],
    ['agencyConfig', 'Config file', '{"anything":1}'],
    ['agencyMultifolder', 'Multifolder file', '{"current":null,"lastFailure":null}'],
  ] as const)
    await test.step(`the ${name} comes, and it alone`, async () => {
      await software.send({ kind, content })
      await expect(file(name).getByRole('time')).toHaveText(await readStoredAt(world.sql, id, `${kind}.json`))
      const button = file(name).getByRole('button', { name: `Download ${name.toLowerCase()}` })
      await expect(button).toHaveAccessibleDescription(`Saved as YYYYMMDDHHmmss_${id}_${kind}.json`)
      const saved = await download(button)
      expect(saved.name).toMatch(new RegExp(`^\\d{14}_${id}_${kind}\\.json$`))
      expect(saved.text).toBe(content)
    })
})

test('[DOWNLOADS-15] a download that fails says so in its row', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 404 /)
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'log', content: 'soon gone\n' })
  await enter(page)
  await page.goto(address(id))
  const { logs, rows } = downloadsTab(page)
  await expect(rows).toHaveCount(1)
  await world.sql('delete from agency_file where agency_id = $1', [id])
  const placed = await logs.boundingBox()
  await rows.getByRole('button', { name: 'Download error.log' }).click()
  await expect(rows.getByRole('alert')).toContainText('Failed to download file')
  expect(await logs.boundingBox()).toEqual(placed)
})

test('[DOWNLOADS-03] logs that cannot be listed are shown as such', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await enter(page)
  await world.without('agency_file', async () => {
    await page.goto(address(id))
    await expect(downloadsTab(page).logs.getByRole('alert')).toHaveText('Failed to load agency logs')
  })
  await page.getByRole('table', { name: 'Logs' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No data')).toBeVisible()
})

/** Checks the viewer in all themes and sizes. */
async function expectWellMade(page: Page): Promise<void> {
  await expectAccessibleInBoth(page, 'log viewer')
  await expectReasons(page, 'log viewer')
  await expectGoodStops(page, 'log viewer')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'log viewer')
}

test('a long log is read where one looks, searched, filtered, wrapped and followed', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  // Slightly more than one part.
  await software.send({ kind: 'log', content: madeUpLog(101_000) })
  await enter(page)
  await openLive(page, address(id))
  await page.getByRole('link', { name: 'error.log' }).click()
  await expect(page).toHaveURL(address(id, '&log=error.log'))
  const { lines, search, found, next, previous, level, line } = viewer(page, 'error.log')
  await expect(line(1)).toContainText('Line number 1 of the log')
  await expect(page.getByText('Lines 1–100,000 of 101,000')).toBeVisible()
  expect(await page.locator('[data-line]').count()).toBeLessThan(200)
  await test.step('the keyboard scrolls it', async () => {
    await lines.focus()
    await page.keyboard.press('End')
    await expect(line(100_000)).toContainText('Line number 100000 of the log')
    await page.getByRole('button', { name: 'Next part' }).click()
    await expect(line(100_001)).toContainText('Line number 100001 of the log')
  })
  await test.step('a text is found from part to part, forwards and back', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('number 100700 ')
    await expect(found).toHaveText('1 match')
    await page.keyboard.press('Enter')
    await expect(line(100_700)).toHaveAttribute('data-current', 'true')
    await expect(line(100_700).locator('mark')).toHaveText('number 100700 ')
    await search.fill('number 777 ')
    await expect(found).toHaveText('1 match')
    await previous.click()
    await expect(line(777)).toContainText('Line number 777 of the log')
    await expect(found).toHaveText('1 of 1')
    await search.fill('nothing like it')
    await expect(found).toHaveText('No matches')
    await expect(next).toBeDisabled()
  })
  await test.step('a level leaves only its lines', async () => {
    await search.fill('')
    await level.selectOption('error')
    await expect(line(100)).toContainText('[ERROR]')
    await expect(line(200)).toBeVisible()
    await expect(line(101)).toHaveCount(0)
    await expect(found).toHaveText('1,010 matches')
    await level.selectOption('')
  })
  await test.step('the end is followed while the log grows', async () => {
    await page.getByRole('button', { name: 'Follow the end' }).click()
    await expect(line(101_000)).toContainText('Line number 101000 of the log')
    await software.send({ kind: 'log', content: madeUpLog(101_003) })
    await expect(line(101_003)).toContainText('Line number 101003 of the log')
  })
  await expectWellMade(page)
})

test('a line is gone to by its number, from wherever one is in the log', async ({ page, enter, world }) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'log', content: madeUpLog(102_000) })
  await enter(page)
  await page.goto(address(id, '&log=error.log'))
  const { lines, level, toLine, line } = viewer(page, 'error.log')
  await lines.focus()
  await page.keyboard.press('l')
  await expect(toLine).toBeFocused()
  await page.keyboard.type('101,456')
  await page.keyboard.press('Enter')
  await expect(line(101_456)).toHaveAttribute('data-current', 'true')
  await expect(line(101_456)).toContainText('Line number 101456 of the log')
  await expect(line(101_456)).toBeInViewport()
  await expect(toLine).toBeFocused()
  await level.selectOption('error')
  await expect(line(100)).toBeVisible()
  await lines.focus()
  // The key selects the earlier text, and a line that is not an error is shown among all lines.
  await page.keyboard.press('l')
  await expect(toLine).toBeFocused()
  await page.keyboard.type('101')
  await page.keyboard.press('Enter')
  await expect(level).toHaveValue('')
  await expect(line(101)).toHaveAttribute('data-current', 'true')
  await toLine.fill('999999999')
  await toLine.press('Enter')
  await expect(line(102_000)).toBeInViewport()
  await expect(toLine).toHaveValue('102000')
})

test('what a log holds is shown as text, wrapped on demand, and a log that is gone is reported', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  const script = '<img src=x onerror="window.bad = 1"><script>window.bad = 1</script>'
  const reversed = '\u202egol.rorre'
  await software.send({ kind: 'log', content: `${script}\x1b\0\n${'long '.repeat(400)}\n${reversed}\n` })
  await enter(page)
  await page.goto(address(id, '&log=error.log'))
  const { line } = viewer(page, 'error.log')
  await expect(line(1)).toContainText(`${script}[U+001B][U+0000]`)
  await expect(line(3)).toContainText('[U+202E]gol.rorre')
  expect(await page.evaluate('window.bad')).toBeUndefined()
  const height = async () => (await line(2).boundingBox())?.height ?? 0
  expect(await height()).toBeLessThan(25)
  await page.getByRole('button', { name: 'Wrap lines' }).click()
  await expect.poll(height).toBeGreaterThan(60)
  const sideways =
    'Math.max(...[...document.querySelectorAll("[data-wrap]")].map((box) => box.scrollWidth - box.clientWidth))'
  expect(await page.evaluate(sideways)).toBe(0)
  await page.goto(address(id, '&log=gone.log'))
  await expect(page.getByText('This agency has no such log any more.')).toBeVisible()
  await page.getByRole('tabpanel').getByRole('link', { name: 'Downloads' }).click()
  await expect(page).toHaveURL(address(id))
})

test('a match far along a line is scrolled to, one that is cut off is reported, and filtered lines are followed', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  const long = `${'long '.repeat(400)}needle ${'long '.repeat(2000)}thorn`
  const content = `${long}\n${madeUpLog(10_000)}`
  await software.send({ kind: 'log', content })
  await enter(page)
  await openLive(page, address(id, '&log=error.log'))
  const { search, found, level, line } = viewer(page, 'error.log')
  const notice = page.getByText('This match is beyond the first 10,000 characters of its line')
  await search.fill('needle')
  await expect(found).toHaveText('1 match')
  await search.press('Enter')
  await expect(line(1).locator('mark')).toBeInViewport()
  await expect(notice).toHaveCount(0)
  await search.fill('thorn')
  await expect(found).toHaveText('1 of 1')
  await expect(notice).toBeVisible()
  await search.fill('')
  await expect(notice).toHaveCount(0)
  await level.selectOption('error')
  await page.getByRole('button', { name: 'Follow the end' }).click()
  await expect(line(10_001)).toBeInViewport()
  await software.send({ kind: 'log', content: `${content}[ERROR] the newest\n` })
  await expect(line(10_002)).toBeInViewport()
})

test('an empty log says that it is, and one that is neither UTF-8 nor UTF-16 or has a line of more than a MiB that a search may miss something', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  const odd = Buffer.from('ERROR Größe\r\nsecond\r\n', 'latin1')
  const wide = Buffer.from('\ufeffERROR Größe\r\nsecond\r\n', 'utf16le')
  for (const [name, content] of [
    ['empty.log', ''],
    ['odd.log', odd],
    ['wide.log', wide],
    ['plain.log', 'ERROR Größe\n'],
    ['long.log', `${'x'.repeat(4_000_000)}needle\n`],
  ] as const)
    await software.send({ kind: 'log', name, content })
  await enter(page)
  const note = page.getByText('Not all of this log is UTF-8 text.')
  await page.goto(address(id, '&log=empty.log'))
  await expect(page.getByRole('navigation', { name: 'Parts of the log' })).toHaveText('This log is empty.')
  await page.goto(address(id, '&log=odd.log'))
  await expect(note).toBeVisible()
  await page.goto(address(id, '&log=plain.log'))
  await expect(page.getByText('Lines 1–1 of 1')).toBeVisible()
  await expect(note).toHaveCount(0)
  await page.goto(address(id, '&log=wide.log'))
  await expect(page.locator('[data-line="1"]')).toContainText('ERROR Größe')
  await expect(page.getByText('Lines 1–2 of 2')).toBeVisible()
  await expect(note).toHaveCount(0)
  await page.goto(address(id, '&log=long.log'))
  const { search, found } = viewer(page, 'long.log')
  await search.fill('needle')
  await expect(found).toHaveText('No matches')
  await expect(page.getByText('A line of this log is longer than 1 MiB.')).toBeVisible()
})
