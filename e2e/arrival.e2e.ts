import { seatAgency } from './support/seats.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { listPage, signInPage } from './support/screens.ts'
import type { World } from './support/world.ts'

const openSessions = (world: World, person: string) =>
  world.sql(`select 1 from session join staff using (staff_id) where username = $1 and ended_at is null`, [
    person,
  ])

test('[TRUTH-21] a sign-out that fails is shown in the place of the form, and made up for by itself', async ({
  page,
  context,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const person = await world.person()
  await signIn(context, server.origin, person)
  await page.goto('/')
  await expect(listPage(page).field).toBeFocused()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Logout' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'You are still signed in.' })
  await expect(alert).toBeVisible()
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/auth/staff/signout'),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed
  await expect(alert).toBeVisible()
  await expect(signInPage(page).email).toHaveCount(0)
  expect(await openSessions(world, person)).toHaveLength(1)
  await context.setOffline(false)
  await expect(signInPage(page).email).toBeVisible()
  await expect(alert).toHaveCount(0)
  expect(await openSessions(world, person)).toEqual([])
})

test('[TRUTH-19] [TRUTH-22] an address opened while signed out is offered once at the list; Back ends no session, /signin does', async ({
  page,
  world,
}) => {
  const person = await world.person()
  const id = await world.agency({ name: 'Mailed Insurance' })
  await page.goto(`/agency-detail/${id}?tab=history`)
  await expect(page).toHaveURL('/signin')
  await signInPage(page).signIn(person)
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: `Return to Agency ${id}` }).click()
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=history`)
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(listPage(page).field).toBeVisible()
  await expect(page.getByRole('link', { name: /^Return to/ })).toHaveCount(0)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  await page.goForward()
  await expect(listPage(page).field).toBeVisible()
  expect(await openSessions(world, person)).toHaveLength(1)
  await page.goto('/signin')
  await expect(signInPage(page).email).toBeVisible()
  expect(await openSessions(world, person)).toEqual([])
})

test('[TRUTH-18] a back-office link that had to sign in first opens its destination and tab', async ({
  page,
  world,
}) => {
  const person = await world.person({ permissions: [2000, 2005] })
  const id = await seatAgency(world, { name: 'Linked Seats', licensed: 5, seats: [{ username: 'ABC' }] })
  const link = new URLSearchParams({ src: 'bo', dest: `/agency-detail/${id}`, tab: 'SeatManagement' })
  await page.goto(`/?${link.toString()}`)
  await expect(page).toHaveURL('/signin')
  await signInPage(page).signIn(person)
  await expect(page).toHaveURL(`/agency-detail/${id}`)
  await expect(page.getByRole('tab', { name: 'Seat Management' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('banner')).toHaveCount(0)
})

test('a back-office link gives no right: where the permission is missing it leads to Unauthorized', async ({
  page,
  enter,
  world,
}) => {
  await enter(page, await world.person({ permissions: [2000] }))
  const link = new URLSearchParams({ src: 'bo', dest: '/user-management' })
  await page.goto(`/?${link.toString()}`)
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('heading', { name: 'User Management' })).toHaveCount(0)
})

test('[TRUTH-27] who must change the password sees the form, its reason and Logout at every address', async ({
  page,
  world,
}) => {
  const person = await world.person({ status: 3 })
  const text = page.getByLabel('New Password', { exact: true })
  const reason = page.getByRole('status').filter({ hasText: 'Password change required.' })
  const expectFormAlone = async () => {
    await expect(text).toBeVisible()
    await expect(reason).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('link')).toHaveText(['Skip to content'])
    await expect(page.getByRole('button')).toHaveText(['', '', 'Logout', 'Update'])
  }
  await page.goto('/signin')
  await signInPage(page).signIn(person)
  await expectFormAlone()
  for (const address of ['/', '/unauthorized', '/security', '/nowhere']) {
    await page.goto(address)
    await expect(page).toHaveURL('/updatePassword')
    await expectFormAlone()
  }
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(signInPage(page).email).toBeVisible()
  expect(await openSessions(world, person)).toEqual([])
  await signInPage(page).signIn(person)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(signInPage(page).email).toBeVisible()
  await signInPage(page).signIn(person)
  await expect(text).toBeVisible()
  await page.goto('/')
  await text.fill('a few words that nobody knows')
  await page.getByLabel('Repeat New Password').fill('a few words that nobody knows')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[TRUTH-27] by a back-office link too the form stands alone; then the destination opens', async ({
  page,
  world,
}) => {
  const person = await world.person({ status: 3, permissions: [2000, 2005] })
  const id = await seatAgency(world, { name: 'Linked Form', licensed: 5, seats: [{ username: 'ABC' }] })
  const link = new URLSearchParams({ src: 'bo', dest: `/agency-detail/${id}`, tab: 'SeatManagement' })
  await page.goto(`/?${link.toString()}`)
  await signInPage(page).signIn(person)
  const text = page.getByLabel('New Password', { exact: true })
  await expect(text).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveText(['', '', 'Logout', 'Update'])
  await text.fill('a few words that nobody knows')
  await page.getByLabel('Repeat New Password').fill('a few words that nobody knows')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('tab', { name: 'Seat Management' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(`/agency-detail/${id}`)
})
