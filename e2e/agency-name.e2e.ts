import { expect, test } from './support/fixture.ts'
import { expectControlsInside } from './support/layout.ts'
import { agencyPage, openLive } from './support/screens.ts'
import { shownTime } from './support/shown-time.ts'

test('two browsers: a name saved in one stands in the other at once, without a reload', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await world.agency({ name: 'First Name' })
  const second = await world.person()
  await enter(page)
  const other = await elsewhere(second)
  for (const one of [page, other]) {
    await openLive(one, `/agency-detail/${id}?tab=config`)
    await expect(one.getByRole('heading', { level: 1, name: 'First Name' })).toBeVisible()
  }
  const loads: string[] = []
  other.on('load', () => loads.push(other.url()))
  await agencyPage(page).name.fill('Second Name')
  await agencyPage(page).update.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Second Name' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Second Name' })).toBeVisible()
  await expect(agencyPage(other).name).toHaveValue('Second Name')
  expect(loads).toEqual([])
})

test('a change that comes while one types stands beside the field, and what was typed stays', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await world.agency({ name: 'Shared Insurance' })
  await enter(page)
  const other = await elsewhere(await world.person())
  for (const one of [page, other]) {
    await openLive(one, `/agency-detail/${id}?tab=config`)
  }
  const mine = agencyPage(other)
  await mine.name.fill('My Typing')
  const below = await mine.status.boundingBox()
  await agencyPage(page).rename('Their Name')
  await expect(other.getByText('Changed in the meantime to Their Name')).toBeVisible()
  expect(await mine.status.boundingBox()).toEqual(below)
  await expect(mine.name).toHaveValue('My Typing')
  await test.step('saving now overwrites it knowingly', async () => {
    await mine.update.press('Enter')
    await expect(other.getByRole('heading', { level: 1, name: 'My Typing' })).toBeVisible()
    // The button is disabled by then, and cannot keep the focus.
    await expect(mine.name).toBeFocused()
    await expect(other.getByText('Changed in the meantime')).toHaveCount(0)
    // Saving before that would overwrite an unseen name, and be refused.
    await expect(page.getByRole('heading', { level: 1, name: 'My Typing' })).toBeVisible()
  })
  await test.step('the newer name can be taken over instead', async () => {
    const longName = 'Their Second Name, Longer Than the Field Above It Is Wide'
    await mine.name.fill('My Second Thought')
    await agencyPage(page).rename(longName)
    await expect(other.getByText(`Changed in the meantime to ${longName}`)).toBeVisible()
    expect(await mine.status.boundingBox()).toEqual(below)
    await other.getByRole('button', { name: 'Use this name' }).click()
    await expect(mine.name).toHaveValue(longName)
    await expect(mine.update).toBeDisabled()
    await mine.name.fill('My Third Thought')
    await agencyPage(page).rename('W'.repeat(100))
    await expect(other.getByRole('button', { name: 'Use this name' })).toBeVisible()
    await expectControlsInside(other, 'a long name without blanks')
  })
})

test('a name that one saves while typing on is not announced as changed by somebody else', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Own Insurance' })
  await enter(page)
  await openLive(page, `/agency-detail/${id}?tab=config`)
  const { name, update } = agencyPage(page)
  await name.fill('Own Agency ')
  await world.holding(id, async (waiting) => {
    await name.press('Enter')
    await waiting(1)
    await name.press('End')
    await name.pressSequentially('Inc')
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Own Agency', exact: true })).toBeVisible()
  await expect(name).toHaveValue('Own Agency Inc')
  await expect(update).toBeEnabled()
  await expect(page.getByText('Changed in the meantime')).toHaveCount(0)
})

test('a stale save is refused with who changed it to what; the text stays and a second save overwrites', async ({
  page,
  openForTwo,
  world,
}) => {
  const id = await world.agency({ name: 'Contested Insurance' })
  const { name: first, other } = await openForTwo(page, `/agency-detail/${id}?tab=config`)
  const { name, update } = agencyPage(page)
  await name.fill('My Version')
  await agencyPage(other).name.fill('Their Version')
  // Both are in flight before either is saved, so the later one cannot know of the earlier.
  await world.holding(id, async (waiting) => {
    await agencyPage(other).update.click()
    await waiting(1)
    await update.click()
    await waiting(2)
  })
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(
      `^${first} changed the name to "Their Version" at ${shownTime}\\. Your text was not saved\\.$`,
    ),
  )
  await expect(page.getByText(`${first} changed it to Their Version`)).toBeVisible()
  await expect(name).toHaveValue('My Version')
  await update.click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Version' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'My Version' })).toBeVisible()
})

test('a name saved while offline is said not to be saved; it stays and is saved once the connection is back', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const id = await world.agency({ name: 'Connected Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  const { name, update } = agencyPage(page)
  await name.fill('Typed Offline')
  await context.setOffline(true)
  await update.click()
  await expect(page.getByRole('form', { name: 'Agency name' }).getByRole('alert')).toHaveText(
    'You are offline: nothing was saved. Try again when the connection is back. What you entered is kept.',
  )
  await expect(name).toHaveValue('Typed Offline')
  await test.step('so is a status that was chosen', async () => {
    await agencyPage(page).setStatus('Retention')
    const said = page.getByRole('alert').filter({ hasText: 'nothing was saved' })
    await expect(said.last()).toBeVisible()
  })
  await context.setOffline(false)
  await update.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typed Offline' })).toBeVisible()
})
