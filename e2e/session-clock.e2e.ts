import type { Page, Request } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { listPage } from './support/screens.ts'
import { cookieLoser, type World } from './support/world.ts'

const renewals = (page: Page): string[] => {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/staff/renew')) seen.push(request.url())
  })
  return seen
}

const idleSeconds = (request: Request): number => Number(request.headers()['x-idle-seconds'])

// The end of a session comes from the server's clock, which a test cannot change.
const endsIn = `update session set expires_at = now() + $2 * interval '1 second' from staff
  where staff.staff_id = session.staff_id and username = $1`

/**
 * Opens the list with a session that ends in this many seconds. The page's clock then stands still unless the test
 * advances it, so that the checks run when expected, however long loading takes.
 */
async function openInStandingTime(page: Page, world: World, person: string, seconds: number): Promise<void> {
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.clock.pauseAt(start + 1_000)
  await world.sql(endsIn, [person, seconds])
  // From an answer that comes after the clock was advanced, the page would learn a wrong time of the server.
  const unanswered = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/live') unanswered.add(request)
  })
  const onEnd = (request: Request): void => void unanswered.delete(request)
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  // A stream that opens later would be one more call that can get a 401.
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  await page.goto('/')
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return listPage(page).field.isVisible()
    })
    .toBe(true)
  await live
  await expect.poll(() => unanswered.size).toBe(0)
}

test('[AUTH-07] [AUTH-08] the session is looked at every minute and renewed in its last ten minutes, not before', async ({
  page,
  server,
  world,
}) => {
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  const seen = renewals(page)
  // Most of a minute may pass before the page calls whoami.
  await openInStandingTime(page, world, person, 12 * 60 - 10)
  await page.clock.runFor(60_000)
  expect(seen).toHaveLength(0)
  await page.clock.runFor(59_000)
  expect(seen).toHaveLength(0)
  const renewed = page.waitForResponse('**/auth/staff/renew')
  const asked = Date.now() / 1000
  await page.clock.runFor(1_000)
  const { data } = (await (await renewed).json()) as { data: [{ claims: { exp: number } }] }
  expect(data[0].claims.exp).toBeGreaterThan(asked + 59 * 60)
  await page.clock.runFor(5 * 60_000)
  expect(seen).toHaveLength(1)
  await expect(page).toHaveURL('/')
  await test.step('a look is no input of the person, a key is', async () => {
    expect(idleSeconds((await renewed).request())).toBeGreaterThanOrEqual(120)
    const searched = page.waitForRequest((request) => request.postData()?.includes('AgencySearch') === true)
    await listPage(page).field.press('z')
    await page.clock.runFor(2_000)
    expect(idleSeconds(await searched)).toBeLessThanOrEqual(2)
  })
})

test('the session is over when its time is: signed out at the next look', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  await world.sql(endsIn, [person, 11 * 60])
  await page.clock.install()
  const seen = renewals(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeVisible()
  // As after a machine has slept: the first check runs when the session is already over.
  await world.sql(endsIn, [person, -1])
  await page.clock.fastForward(12 * 60_000)
  await expect(page).toHaveURL('/signin')
  expect(seen).toEqual([])
  await expect(page.getByText('You were signed out because your session ended.')).toBeVisible()
})

test('[AUTH-09] a renewal that asks for sign-in signs out and leads to /signin', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  const seen = renewals(page)
  await openInStandingTime(page, world, person, 10 * 60 + 50)
  const refused = page.waitForResponse('**/auth/staff/renew')
  const unauthenticated: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401) unauthenticated.push(new URL(response.url()).pathname)
  })
  // The cookie is lost while the renewal is in flight: if lost earlier, another call might get the 401 first.
  const loseCookie = await cookieLoser(world, person)
  await world.holdingTable('staff', async () => {
    await page.clock.runFor(60_000)
    await expect.poll(() => seen.length).toBe(1)
    await loseCookie()
  })
  expect((await refused).status()).toBe(401)
  await page.clock.runFor(1_000)
  await expect(page).toHaveURL('/signin')
  // No other call was needed before it led there: the renewal was repeated once, in case it had crossed a confirmation.
  expect(unauthenticated).toEqual(['/auth/staff/renew', '/auth/staff/renew'])
})

test('a renewal that gets no answer does not sign out: the person is told, and the next look or a click tries again', async ({
  page,
  server,
  world,
  context,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  await page.clock.install()
  const offline = page.getByText('You are offline.')
  const notice = page.getByRole('status').filter({ hasText: 'Your session could not be renewed.' })
  for (const tryAgain of [
    () => page.clock.runFor(60_000),
    () => notice.getByRole('button', { name: 'Renew now' }).click(),
  ]) {
    await world.sql(endsIn, [person, 11 * 60])
    await page.goto('/')
    await expect(listPage(page).field).toBeVisible()
    await expect(notice).toHaveCount(0)
    await context.setOffline(true)
    await page.clock.runFor(2 * 60_000)
    await expect(offline).toBeVisible()
    await expect(notice).toContainText(/It ends at \d\d\/\d\d\/\d{4} \d\d:\d\d\./)
    await expectAccessible(page, 'session not renewed')
    await expect(page).toHaveURL('/')
    await context.setOffline(false)
    const renewed = page.waitForResponse('**/auth/staff/renew')
    await tryAgain()
    expect((await renewed).status()).toBe(200)
    await expect(offline).toHaveCount(0)
    await expect(notice).toHaveCount(0)
  }
})

for (const [name, hours] of [
  ['ahead', 2],
  ['behind', -2],
] as const)
  test(`a browser whose clock is hours off (${name}) stays signed in and renews as the server counts`, async ({
    page,
    server,
    world,
  }) => {
    const person = await world.person()
    await signIn(page.context(), server.origin, person)
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    const seen = renewals(page)
    await page.goto('/')
    await expect(listPage(page).field).toBeVisible()
    await page.clock.runFor(3 * 60_000)
    expect(seen).toEqual([])
    await expect(page).toHaveURL('/')
    await world.sql(endsIn, [person, 9 * 60])
    await page.reload()
    await expect.poll(() => seen.length).toBe(1)
    await expect(listPage(page).field).toBeVisible()
    await page.clock.runFor(3 * 60_000)
    expect(seen).toHaveLength(1)
    await expect(page).toHaveURL('/')
  })
