import { expect, test } from './support/fixture.ts'
import { agencyPage, recordCalls, listPage } from './support/screens.ts'

/** The searches among the bodies of calls. */
const searches = (bodies: readonly string[]) =>
  bodies
    .map((body) => JSON.parse(body) as { command?: string })
    .filter(({ command }) => command === 'AgencySearch')

test('[AGENCY-LIST-01] [AGENCY-LIST-02] the list is titled Agencies, explains itself and asks for an id or a name', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/')
  await expect(page).toHaveTitle('[local] Agencies – Agency Support')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agencies')
  await page.getByRole('button', { name: 'Help: Agencies' }).click()
  await expect(page.getByRole('note', { name: 'Help: Agencies' })).toContainText(
    'Search by agency id or by part of the name, then click a row to open the agency.',
  )
  const { field, submit } = listPage(page)
  await expect(field).toBeVisible()
  await expect(submit).toBeEnabled()
  await expect(
    page.getByText('Search by id or name, or press Ctrl+K. Leading zeros are optional.'),
  ).toBeVisible()
})

test('[AGENCY-LIST-03] submitting asks the server for the text and shows its answer', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Quetzal Insurance', versionDisplay: '5.3.1' })
  await enter(page)
  await page.clock.install()
  await page.goto('/')
  const { field, submit, rows } = listPage(page)
  await expect(field).toBeFocused()
  // While the clock stands still typing alone asks nothing.
  await page.clock.pauseAt(Date.now() + 60_000)
  const calls = recordCalls(page)
  await field.fill('quetzal')
  await page.clock.runFor(100)
  expect(searches(calls)).toEqual([])
  await submit.click()
  await expect(rows).toHaveCount(1)
  expect(searches(calls)).toEqual([{ command: 'AgencySearch', searchText: 'quetzal' }])
  await expect(rows.getByRole('rowheader')).toHaveText(String(id))
  await expect(rows.getByRole('cell')).toHaveText([/^Quetzal Insurance/, '5.3.1'])
})

test('an id finds its agency first however it is written; asking again opens it', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  const { rows, field } = listPage(page)
  await field.fill(' 0000-6938\n')
  await expect(rows.first().getByRole('rowheader')).toHaveText('00006938')
  await field.press('Enter')
  await expect(page).toHaveURL('/agency-detail/6938')
})

test('[AGENCY-LIST-04] the columns are Agency Id, Agency Name and Version; 25, 50 or 100 rows a page', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/')
  const { search, rows } = listPage(page)
  await search('insurance')
  await expect(page.getByRole('columnheader')).toHaveText(['Agency Id', 'Agency Name', 'Version'])
  await expect(rows).toHaveCount(25)
  const size = page.getByRole('combobox', { name: 'Rows per page' })
  await expect(size.getByRole('option')).toHaveText(['25', '50', '100'])
  for (const rowsPerPage of [50, 100]) {
    await size.selectOption(String(rowsPerPage))
    await expect(rows).toHaveCount(rowsPerPage)
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/^101–\d+ of \d+/)
})

test('[AGENCY-LIST-05] typing also filters the rows that were found, by id and name, in any case', async ({
  page,
  enter,
  world,
}) => {
  const ids: number[] = []
  for (const name of ['Wombat Alpha', 'Wombat Beta', 'Wombat Béta Two'])
    ids.push(await world.agency({ name }))
  await enter(page)
  await page.clock.install()
  await page.goto('/')
  const { search, field, rows } = listPage(page)
  await search('wombat')
  await expect(rows).toHaveCount(3)
  await test.step('the rows that are there are filtered without the server', async () => {
    // While the clock stands still typing alone asks nothing.
    await page.clock.pauseAt(Date.now() + 60_000)
    const calls = recordCalls(page)
    await field.fill('WOMBAT BETA')
    await expect(rows.getByRole('cell')).toHaveText([/^Wombat Beta/, '5.4.2', /^Wombat Béta Two/, '5.4.2'])
    await field.fill(String(ids[0]))
    await expect(rows.getByRole('cell')).toHaveText([/^Wombat Alpha/, '5.4.2'])
    await field.fill(`${ids[0]} wombat`)
    await expect(rows.getByRole('cell')).toHaveText([/^Wombat Alpha/, '5.4.2'])
    expect(searches(calls)).toEqual([])
    await page.clock.resume()
  })
  await test.step('what the rows do not hold is asked of the server as one types, before anything is said of it', async () => {
    await field.fill('smith insurance')
    await expect(rows.filter({ hasText: '00006938' })).toBeVisible()
    await field.fill('qwxz insurance')
    await expect(page.getByRole('cell', { name: 'No Results' })).toBeVisible()
  })
})

test('[AGENCY-LIST-07] a click on a row opens the agency; with Ctrl it opens beside', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Clickable Insurance' })
  await enter(page)
  await page.goto('/')
  const { search, rows } = listPage(page)
  await search('clickable')
  const opened = page.context().waitForEvent('page')
  await rows
    .first()
    .getByText('Clickable Insurance')
    .click({ modifiers: ['Control'] })
  await expect(await opened).toHaveURL(`/agency-detail/${id}`)
  await expect(page).toHaveURL(/\/\?/)
  await rows.first().getByText('Clickable Insurance').click()
  await expect(page).toHaveURL(`/agency-detail/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Clickable Insurance' })).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)
})

test('[AGENCY-LIST-08] a search that fails says Something went wrong and can be tried again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.goto('/')
  const { search, rows } = listPage(page)
  await world.without('agency', async () => {
    await search('6938')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows.first()).toContainText('Smith Insurance')
  await test.step('rows that are there stay when a refresh fails', async () => {
    await world.without('agency', async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByRole('alert')).toContainText('Something went wrong')
    })
    await expect(rows.first()).toContainText('Smith Insurance')
  })
})

test('a search without a match says No Results', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  await listPage(page).search('nobody is called like this')
  await expect(page.getByRole('cell', { name: 'No Results' })).toBeVisible()
})

test('an empty field asks nothing', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  const { search, field } = listPage(page)
  await expect(field).toBeFocused()
  const calls = recordCalls(page)
  await search('   ')
  await expect(
    page.getByText('Search by id or name, or press Ctrl+K. Leading zeros are optional.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  expect(calls.filter((body) => body.includes('AgencySearch'))).toEqual([])
})

test('[SHELL-25] clicks on a column head sort ascending, descending and not at all', async ({
  page,
  enter,
  world,
}) => {
  for (const name of ['Xylo 10', 'Xylo 9', 'xylo 1']) await world.agency({ name })
  await enter(page)
  await page.goto('/')
  const { search, rows } = listPage(page)
  await search('xylo')
  const names = rows.locator('td:nth-of-type(1)')
  const head = page.getByRole('columnheader', { name: 'Agency Name' })
  const unsorted = [/^xylo 1Online/, /^Xylo 10Online/, /^Xylo 9Online/]
  await expect(names).toHaveText(unsorted)
  for (const [sort, order] of [
    ['ascending', [/^xylo 1Online/, /^Xylo 9Online/, /^Xylo 10Online/]],
    ['descending', [/^Xylo 10Online/, /^Xylo 9Online/, /^xylo 1Online/]],
  ] as const) {
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', sort)
    await expect(names).toHaveText(order)
  }
  await head.getByRole('button').click()
  await expect(head).not.toHaveAttribute('aria-sort', /ascending|descending/)
  await expect(names).toHaveText(unsorted)
})

test('the address carries the search, the filter, the order, the size and the page to another person', async ({
  page,
  enter,
  elsewhere,
}) => {
  await enter(page)
  await page.goto('/')
  const here = listPage(page)
  await here.search('insurance')
  await here.field.fill('insurance a')
  await page.getByRole('columnheader', { name: 'Version' }).getByRole('button').click()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await expect(here.rows).toHaveCount(50)
  const [firstPage = ''] = await here.rows.allInnerTexts()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(async () => (await here.rows.allInnerTexts())[0]).not.toBe(firstPage)
  const shown = await here.rows.allInnerTexts()
  const other = await elsewhere()
  await other.goto(page.url())
  const there = listPage(other)
  await expect(there.rows).toHaveCount(shown.length)
  expect(await there.rows.allInnerTexts()).toEqual(shown)
  await expect(there.field).toHaveValue('insurance a')
  await expect(other.getByRole('columnheader', { name: 'Version' })).toHaveAttribute('aria-sort', 'ascending')
})

test('the main job without a mouse: sign in, find, open, rename, see the history', async ({
  page,
  world,
}) => {
  const id = await world.agency({ name: 'Keyboard Insurance' })
  const person = await world.person()
  const { keyboard } = page
  await page.goto('/signin')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await keyboard.type(person)
  await keyboard.press('Tab')
  await keyboard.type('sandbox-only-password')
  await keyboard.press('Enter')
  await expect(listPage(page).field).toBeFocused()
  await keyboard.type(String(id))
  await keyboard.press('Enter')
  await expect(listPage(page).rows).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard Insurance' })).toBeFocused()
  await keyboard.press('t')
  await keyboard.press('g')
  await expect(agencyPage(page).name).toBeVisible()
  await test.step('the next stops are copy, pin, what its health tells, the tabs, the panel and the name', async () => {
    for (const stop of [
      page.getByRole('button', { name: `Copy agency id ${id}` }),
      page.getByRole('button', { name: 'Pin' }),
    ]) {
      await keyboard.press('Tab')
      await expect(stop).toBeFocused()
    }
    const maxFacts = 10
    for (let fact = 0; fact < maxFacts; fact += 1) {
      await keyboard.press('Tab')
      if ((await page.locator('[role="tab"]:focus').count()) > 0) break
    }
    await expect(page.getByRole('tab', { name: 'Config' })).toBeFocused()
    for (const stop of [page.getByRole('tabpanel'), agencyPage(page).name]) {
      await keyboard.press('Tab')
      await expect(stop).toBeFocused()
    }
  })
  await keyboard.press('Control+a')
  await keyboard.type('Typed Insurance')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Typed Insurance' })).toBeVisible()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Shift+Tab')
  await keyboard.press('End')
  await keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row').filter({ hasText: 'Typed Insurance' })).toContainText(person)
})

test('rows can be walked and pages turned from the keyboard', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  const { search, rows, field } = listPage(page)
  await search('insurance')
  await expect(rows).toHaveCount(25)
  await field.press('Tab')
  await page.getByRole('columnheader', { name: 'Agency Id' }).getByRole('button').focus()
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.nth(24).getByRole('link')).toBeFocused()
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.last().getByRole('link')).toBeFocused()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
})
