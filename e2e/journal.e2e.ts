import type { Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { agencyPage, download, listPage, openLive } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { admin } from './support/world.ts'

/** Inserts a journal row directly into the database. */
const insertEntry = `insert into journal (at, actor_kind, actor, event, agency_id, subject, before, after)
values ($1, 'staff', $2, $3, $4, $5, $6, $7)`

/** A filter from midnight survives a reload, in either time zone display; an invalid range sends no request. */
async function expectTimesKept(page: Page): Promise<void> {
  const { rows } = listPage(page)
  const filters = page.getByRole('search', { name: 'Filter the journal' })
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(filters.getByLabel('From')).toHaveValue('2026-03-02T00:00')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Shift+U')
  await expect(rows).toContainText(['03/02/2026 06:00:00'])
  await expect(filters.getByLabel('From (local time)')).toHaveValue('2026-03-02T00:00')
  await page.keyboard.press('Shift+U')
  const placed = await placedControls(page)
  await filters.getByLabel('To').fill('2026-03-01T00:00')
  await filters.getByLabel('To').press('Enter')
  await expect(filters.getByText('From must not be after To.')).toBeVisible()
  await expectStill(placed, 'a filter has an error')
  await expect(rows).toHaveCount(1)
}

test('the journal is narrowed down by person, event, agency, time and text, and the address keeps it', async ({
  page,
  enter,
  world,
}) => {
  const person = await world.person()
  const id = await world.agency({ name: 'Journal Insurance' })
  const other = await world.agency()
  const renamed = (at: string, agencyId: number, from: string, to: string) =>
    world.sql(insertEntry, [at, person, 'agencies.renamed', agencyId, null, { name: from }, { name: to }])
  // Before and after midnight in New York, but both on 2 March in UTC.
  await renamed('2026-03-02T02:00:00Z', id, 'Alder', 'Birch')
  await renamed('2026-03-02T06:00:00Z', id, 'Birch', 'Cedar')
  await renamed('2026-03-03T12:00:00Z', other, 'Oak', 'Elm')
  const status = ['agencies.statusChanged', id, null, { status: 2 }, { status: 4 }]
  await world.sql(insertEntry, ['2026-03-02T13:00:00Z', person, ...status])
  await enter(page)
  await page.goto('/journal')
  const { rows } = listPage(page)
  // The zone of the times in the rows and in the filters.
  await expect(page.getByRole('columnheader', { name: 'When (ET)' })).toBeVisible()
  const filters = page.getByRole('search', { name: 'Filter the journal' })
  await test.step('a person', async () => {
    await filters.getByLabel('Who').selectOption(person)
    await expect(rows).toHaveCount(4)
  })
  await test.step('an agency', async () => {
    await filters.getByLabel('Agency Id').fill(String(id))
    await filters.getByLabel('Agency Id').press('Enter')
    await expect(rows).toHaveCount(3)
  })
  await test.step('an event', async () => {
    await filters.getByLabel('Event').selectOption({ label: 'Name changed' })
    await expect(rows).toHaveCount(2)
  })
  await test.step('a time, in the local time of the browser', async () => {
    const midnight = '2026-03-02T00:00'
    for (const [from, to, shown] of [
      ['', midnight, '03/01/2026 21:00:00'],
      [midnight, '', '03/02/2026 01:00:00'],
    ] as const) {
      await filters.getByLabel('From').fill(from)
      await filters.getByLabel('To').fill(to)
      await filters.getByRole('button', { name: 'Apply' }).click()
      await expect(rows).toContainText([shown])
    }
  })
  await expectTimesKept(page)
  await filters.getByRole('button', { name: 'Clear' }).click()
  await filters.getByLabel('Who').selectOption(person)
  await filters.getByLabel('Text').fill('elm')
  await filters.getByLabel('Text').press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(String(other))
  await filters.getByLabel('Text').fill('nothing of the kind')
  await filters.getByLabel('Text').press('Enter')
  await expect(page.getByText('No matching entries')).toBeVisible()
})

test('a row opens to what was and what came of it, and leads to the agency', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Before Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).rename('After Insurance')
  await page.goto(`/journal?f.agency=${id}`)
  const { rows } = listPage(page)
  await expect(rows).toHaveCount(1)
  await rows
    .first()
    .getByRole('button', {
      name: new RegExp(
        `^Details of ${admin} changed the name from Before Insurance to After Insurance, [\\d/: ]{19}, agency ${id}$`,
      ),
    })
    .click()
  await expect(page.getByRole('main').getByText('Before Insurance', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('After Insurance', { exact: true })).toBeVisible()
  await expect(page.getByText('Staff member', { exact: true })).toBeVisible()
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
})

test('the dates of the filter are as wide as what they show', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/journal')
  await expect(page.getByLabel('From', { exact: true })).toBeVisible()
  for (const width of [390, 768, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll('[type=datetime-local]')].map((field) => {
      const whole = field.cloneNode()
      whole.style = 'position: absolute; width: max-content'
      field.after(whole)
      const missing = whole.offsetWidth - field.offsetWidth
      whole.remove()
      return Math.max(0, missing)
    })`)
    expect(cut, `${width} px`).toEqual([0, 0])
  }
})

test('keys in a date of the filter are no shortcuts, and a table without a search offers none', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/journal')
  const heading = page.getByRole('heading', { level: 1, name: 'Journal' })
  // The rows' buttons are named by events, some of which have ‘text’ in their names.
  const filters = page.getByRole('search', { name: 'Filter the journal' })
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(heading).toBeFocused()
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await expect(sheet.getByText('Next row')).toBeVisible()
  await expect(sheet.getByText('Search', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await filters.getByLabel('From').press('?')
  await filters.getByLabel('Text').press('?')
  await expect(filters.getByLabel('Text')).toHaveValue('?')
  await expect(sheet).toHaveCount(0)
})

test('into an empty journal events come by themselves; later ones wait, and people stand before software', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await world.agency({ name: 'Seen Elsewhere' })
  const software = await world.software(id)
  await software.send({ kind: 'log', name: 'error.log', content: 'a line' })
  await enter(page)
  await openLive(page, `/journal?f.agency=${id}`)
  await expect(page.getByText('No matching entries')).toBeVisible()
  const other = await elsewhere(admin)
  await other.goto(`/agency-detail/${id}?tab=config`)
  const { rows } = listPage(page)
  await agencyPage(other).rename('Changed Elsewhere')
  await expect(rows).toHaveText([
    new RegExp(`${admin} changed the name from Seen Elsewhere to Changed Elsewhere$`),
  ])
  await agencyPage(other).rename('Changed Again')
  await page.getByRole('button', { name: 'Show 1 new event' }).press('Enter')
  await expect(rows).toHaveText([/to Changed Again$/, /to Changed Elsewhere$/])
  await expect(rows.first().getByRole('button', { name: /^Details of/ })).toBeFocused()
  await page.getByRole('button', { name: 'Software', exact: true }).click()
  await expect(rows).toHaveText([/error\.log received, 6 B$/])
})

test('whose events are shown stays as chosen, and so does typed text, when another condition changes', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Steady Insurance' })
  const software = await world.software(id)
  await software.send({ kind: 'log', name: 'error.log', content: 'a line' })
  await enter(page)
  await page.goto(`/journal?f.agency=${id}`)
  const { rows } = listPage(page)
  const filters = page.getByRole('search', { name: 'Filter the journal' })
  const choice = (name: string) => page.getByRole('button', { name, exact: true })
  await filters.getByLabel('Text').fill('error')
  await choice('Software').click()
  await expect(rows).toHaveText([/error\.log received, 6 B$/])
  await expect(filters.getByLabel('Text')).toHaveValue('error')
  await choice('People').click()
  await filters.getByLabel('Event').focus()
  await filters.getByLabel('Event').selectOption({ label: 'File received' })
  await expect(page.getByText('No matching entries by people')).toBeVisible()
  await expect(choice('People')).toHaveAttribute('aria-pressed', 'true')
  // Keyboard focus stays where it was.
  await expect(filters.getByLabel('Event')).toBeFocused()
  await choice('Show all events').click()
  await expect(choice('All')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveText([/error\.log received, 6 B$/])
})

test('the export holds what the filter lets through and nothing else', async ({ page, enter, world }) => {
  const person = await world.person()
  const id = await world.agency()
  for (const subject of ['=1+1', 'plain, "quoted"'])
    await world.sql(insertEntry, [
      '2026-04-01T08:00:00Z',
      person,
      'agencies.renamed',
      id,
      subject,
      null,
      null,
    ])
  await enter(page)
  await page.goto(`/journal?f.actor=${encodeURIComponent(person)}`)
  await expect(listPage(page).rows).toHaveCount(2)
  const { text } = await download(page.getByRole('link', { name: 'Export' }))
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.join('\n')).toContain("'=1+1")
  expect(lines.join('\n')).toContain('"plain, ""quoted"""')
})

test('without AgencyManagementAdmin the journal is refused', async ({ page, enter, world }) => {
  await enter(page, await world.person({ permissions: [2000] }))
  await page.goto('/journal')
  await expect(page).toHaveURL('/unauthorized')
})
