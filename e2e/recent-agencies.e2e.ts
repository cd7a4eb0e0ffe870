import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { palette } from './support/palette.ts'
import { listPage } from './support/screens.ts'

test('recent agencies stand in the drawer, on the empty list and in the palette; pins first, what is gone goes', async ({
  page,
  enter,
  world,
}) => {
  const person = await world.person()
  const ids = [
    await world.agency({ name: 'Recent One' }),
    await world.agency({ name: 'Recent Two' }),
    await world.agency({ name: 'Recent Three' }),
  ]
  await enter(page, person)
  for (const id of ids) {
    await page.goto(`/agency-detail/${id}?tab=config`)
    await expect(page.getByRole('heading', { level: 1, name: /^Recent/ })).toBeVisible()
    if (id === ids[0]) await page.getByRole('button', { name: 'Pin' }).click()
  }
  const recent = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('region', { name: 'Recent agencies' })
  const names = [`${ids[0]}Recent One`, `${ids[2]}Recent Three`, `${ids[1]}Recent Two`]
  await expect(recent.getByRole('listitem')).toHaveText(names)
  await world.sql('delete from agency where agency_id = $1', [ids[1]])
  await world.sql("update agency set name = 'Recent Renamed' where agency_id = $1", [ids[2]])
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Recently opened' })
  const left = [`${ids[0]}Recent One`, `${ids[2]}Recent Renamed`]
  await expect(cards.getByRole('listitem')).toHaveText(left)
  await expect(recent.getByRole('listitem')).toHaveText(left)
  await expectAccessible(page, 'recent agencies')
  await palette(page).open()
  await expect(palette(page).rows.first()).toContainText('Recent One')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear recents' }).click()
  await expect(cards).toHaveCount(0)
  await expect(recent).toHaveCount(0)
  await page.reload()
  await expect(listPage(page).field).toBeVisible()
  await expect(cards).toHaveCount(0)
})

test('one person does not see the recent agencies of another', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Private Insurance' })
  const [first, second] = [await world.person(), await world.person()]
  await enter(page, first)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const recent = page.getByRole('region', { name: 'Recent agencies' })
  await expect(recent).toBeVisible()
  await enter(page, second)
  await page.goto('/')
  await expect(listPage(page).field).toBeVisible()
  await expect(recent).toHaveCount(0)
})
