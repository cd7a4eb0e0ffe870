import { expect, test } from './support/fixture.ts'
import { agencyPage, listPage, openLive } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { admin } from './support/world.ts'

test('the history shows who changed what from what to what and when, newest first', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Old Name', status: 2 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).rename('New Name')
  await agencyPage(page).setStatus('Retention')
  await expect(agencyPage(page).status).toHaveText('Retention')
  await page.getByRole('tab', { name: 'History' }).click()
  const { rows } = listPage(page)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(`${admin} changed the status from Online to Retention`)
  await expect(rows.nth(1)).toContainText(`${admin} changed the name from Old Name to New Name`)
  await rows.nth(1).getByRole('button').click()
  await expect(page.locator('tbody li')).toHaveText(['nameOld NameNew Name'])
})

test('people stand first, each act in a sentence; what the software reported in a row and the life of a command are one row each', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Told Insurance' })
  const software = await world.software(id)
  for (const name of ['error.log', 'cloudmanager.log'])
    await software.send({ kind: 'log', name, content: 'a line' })
  await world.sql(
    `insert into journal (at, actor_kind, actor, event, agency_id, subject, before, after) values
       (now(), 'staff', 'ada@support.test', 'agencyUsers.unlocked', $1, 'NCO', '{"userStatus":"Locked Out"}', '{"user":"NCO","userStatus":"None"}'),
       (now(), 'staff', 'ada@support.test', 'agencyCommands.queued', $1, 'Command 7: sync 12345678', null, '{"command":"sync"}'),
       (now(), 'agency', '00006938', 'agencyCommands.acknowledged', $1, 'Command 7: sync 12345678', null, '{"attempt":1}'),
       (now(), 'agency', '00006938', 'agencyCommands.finished', $1, 'Command 7: sync 12345678', null, '{"commandState":"succeeded","files":2}')`,
    [id],
  )
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  const rows = page.locator('tbody tr[data-row]')
  await expect(rows).toHaveText([
    /ada@support\.test ordered Sync Clients, 12345678$/,
    /ada@support\.test unlocked NCO$/,
  ])
  await page.getByRole('button', { name: 'Software', exact: true }).click()
  await expect(rows).toHaveText([/Sync Clients, 12345678: succeeded, 2 files$/, /2 files received, 12 B$/])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(rows).toHaveText([
    /ada@support\.test ordered Sync Clients, 12345678: succeeded, 2 files$/,
    /unlocked NCO$/,
    /2 files received, 12 B$/,
  ])
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=history&f.by=all`)
  await rows.nth(2).getByRole('button').click()
  await expect(page.locator('tbody li')).toHaveText([
    /cloudmanager\.log received, 6 B$/,
    /error\.log received, 6 B$/,
  ])
})

test('[SHELL-20] a time comes as UTC and stands in the local time of the browser; UTC on demand', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await world.sql(
    `insert into journal (at, actor_kind, actor, event, agency_id, before, after)
     values ('2026-07-04T03:05:09Z', 'system', 'night import', 'agencies.imported', $1, '{"name":"a"}', '{"name":"b"}')`,
    [id],
  )
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  const time = page.getByRole('rowheader').getByRole('time')
  await expect(time).toHaveText('07/03/2026 23:05:09')
  await expect(page.getByRole('columnheader', { name: 'When (ET)' })).toBeVisible()
  await expect(time).toHaveAttribute('datetime', '2026-07-04T03:05:09.000Z')
  await time.hover()
  await expect(page.getByRole('tooltip')).toContainText('2026-07-04 03:05:09 UTC')
  // In the bar of a phone nothing is free, and just above a tablet's width almost nothing.
  for (const width of [1280, 770, 390, 320]) {
    await page.setViewportSize({ width, height: 720 })
    const name = width < 768 ? 'What happened' : 'When'
    await expect(page.getByRole('columnheader', { name: `${name} (ET)` })).toBeVisible()
    const placed = await placedControls(page)
    await page.keyboard.press('Shift+U')
    await expect(time).toHaveText('07/04/2026 03:05:09')
    await expect(page.getByRole('columnheader', { name: `${name} (UTC)` })).toBeVisible()
    const mark = page.getByRole('banner').getByRole('button', { name: /^Times are in UTC/ })
    await expect(mark).toHaveText('UTC')
    await expectStill(placed, `the mark is shown at ${width}`)
    await mark.click()
    await expect(time).toHaveText('07/03/2026 23:05:09')
    await expect(mark).toHaveCount(0)
  }
})

test('the history grows by itself while others work', async ({ page, enter, elsewhere, world }) => {
  const id = await world.agency({ name: 'Watched Insurance' })
  const person = await world.person()
  await enter(page)
  await openLive(page, `/agency-detail/${id}?tab=history`)
  await expect(page.getByText('Nobody has done anything here yet.')).toBeVisible()
  const other = await elsewhere(person)
  await other.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(other).rename('Renamed Elsewhere')
  await expect(page.getByRole('cell', { name: new RegExp(`^${person} changed`) })).toBeVisible()
})

test('one kind of event can be picked; the choice stands in the address', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Filtered Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).rename('Filtered Twice')
  await agencyPage(page).setStatus('Retention')
  await expect(agencyPage(page).status).toHaveText('Retention')
  await page.getByRole('tab', { name: 'History' }).click()
  const { rows } = listPage(page)
  await expect(rows).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'Name changed' })
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=history&f.kind=agencies.renamed`)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('changed the name')
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ label: 'Changed by import' })
  await expect(page.getByText('No events of this kind by people.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(page.getByText('No events of this kind.')).toBeVisible()
})

test('a long history comes in steps of fifty', async ({ page, enter, world }) => {
  const id = await world.agency()
  await world.sql(
    `insert into journal (at, actor_kind, actor, event, agency_id, before, after)
     select now() - n * interval '1 minute', 'system', 'change ' || n, 'agencies.renamed', $1, '{"name":"a"}', '{"name":"b"}'
     from generate_series(120, 1, -1) n`,
    [id],
  )
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  const { rows } = listPage(page)
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('change 1')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(100)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(120)
  await expect(rows.last()).toContainText('change 120')
  await expect(page.getByText('All 120 shown')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('a history that cannot be read says Something went wrong and can be tried again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await enter(page)
  // The stream reads the same table when it starts.
  await openLive(page, `/agency-detail/${id}?tab=config`)
  await world.without('journal', async () => {
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nobody has done anything here yet.')).toBeVisible()
})
