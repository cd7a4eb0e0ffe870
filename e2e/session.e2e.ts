import { expect, lockByGuessing, signIn, test } from './support/fixture.ts'
import { agencyPage, recordCalls, listPage, openLive, signInPage } from './support/screens.ts'
import { startServerProcess } from './support/server-process.ts'
import { admin, loseCookie, password } from './support/world.ts'

const signInTitle = 'Cloud Authentication'
const noAccess =
  'You do not have permission to access Agency Support. Please contact your manager for assistance if you feel you should have access to this functionality.'

test('[SIGNIN-01] [SIGNIN-02] the screen asks for email and password; Cancel says why it is disabled', async ({
  page,
}) => {
  await page.goto('/signin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInTitle)
  const { email, password: secret, submit, cancel } = signInPage(page)
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('type', 'email')
  await expect(secret).toHaveAttribute('type', 'password')
  await expect(submit).toBeEnabled()
  await expect(cancel).toBeDisabled()
  await expect(cancel).toHaveAccessibleDescription('Every page needs a sign-in.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await secret.fill('seen')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(secret).toHaveAttribute('type', 'text')
})

test('[SIGNIN-04] after signing in the list opens', async ({ page, world }) => {
  const person = await world.person()
  await page.goto('/signin')
  await signInPage(page).signIn(`  ${person.toUpperCase()} `)
  await expect(page).toHaveURL('/')
  await expect(listPage(page).field).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[SIGNIN-07] empty fields are sent too: the server decides', async ({ page }) => {
  await page.goto('/signin')
  const calls = recordCalls(page)
  await signInPage(page).submit.click()
  await expect(page.getByRole('alert')).toHaveText('Invalid Credentials')
  expect(calls).toContain(JSON.stringify({ username: '', password: '' }))
})

test('[SIGNIN-08] every outcome has its own words; the email stays and the password is marked', async ({
  page,
  world,
}) => {
  await page.goto('/signin')
  const screen = signInPage(page)
  const outcomes = [
    [await world.person(), 'a wrong password', 'Invalid Credentials'],
    ['nobody@support.test', password, 'Invalid Credentials'],
    [await world.person({ mfa: 0 }), password, 'Multi-factor authentication is required.'],
    [await world.person({ status: 2 }), password, 'This account is locked out.'],
    [await world.person({ status: 1 }), password, 'This account is disabled.'],
  ] as const
  for (const [username, secret, words] of outcomes) {
    await screen.signIn(username, secret)
    await expect(page.getByRole('alert')).toHaveText(words)
    await expect(screen.email).toHaveValue(username)
    const typeOver = words.startsWith('Multi-factor')
      ? page.getByRole('textbox', { name: 'Code' })
      : screen.password
    await expect(typeOver).toBeFocused()
    await expect(page).toHaveURL('/signin')
  }
  await page.keyboard.type('typed over it')
  await expect(screen.password).toHaveValue('typed over it')
})

test('ten wrong passwords lock the name, the right one included', async ({ page, server, world }) => {
  const person = await world.person()
  await page.goto('/signin')
  await lockByGuessing(page.context(), server.origin, person)
  await signInPage(page).signIn(person)
  await expect(page.getByRole('alert')).toHaveText('This account is locked out.')
})

test('[SIGNIN-03] opening the sign-in screen ends the session', async ({ page, server, world }) => {
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  await page.goto('/')
  await expect(listPage(page).field).toBeVisible()
  await page.goto('/signin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInTitle)
  const open = `select 1 from session join staff using (staff_id) where username = $1 and ended_at is null`
  await expect.poll(() => world.sql(open, [person])).toEqual([])
  await page.goto('/')
  await expect(page).toHaveURL('/signin')
})

test('Logout leads to the sign-in screen and Back does not lead in again', async ({
  page,
  server,
  world,
}) => {
  const id = await world.agency({ name: 'Left Behind Insurance' })
  await signIn(page.context(), server.origin, await world.person())
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(page.getByRole('heading', { level: 1, name: 'Left Behind Insurance' })).toBeVisible()
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInTitle)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInTitle)
  await expect(page.getByText('Left Behind Insurance')).toHaveCount(0)
})

test('[SIGNIN-05] [SIGNIN-06] who must change the password does so in the place of the form, then comes in', async ({
  page,
  world,
}) => {
  const person = await world.person({ status: 3 })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/signin')
  await signInPage(page).signIn(person)
  const fresh = page.getByLabel('New Password', { exact: true })
  const repeated = page.getByLabel('Repeat New Password')
  const update = page.getByRole('button', { name: 'Update' })
  await expect(fresh).toBeFocused()
  await expect(signInPage(page).email).toHaveCount(0)
  await expect(update).toBeDisabled()
  await expect(update).toHaveAccessibleDescription('Enter the new password in both fields.')

  await test.step('what does not match or is refused is shown in place', async () => {
    await fresh.fill('too short')
    await repeated.fill('too shor')
    await repeated.blur()
    await expect(page.getByText('Must match new password')).toBeVisible()
    await expect(update).toHaveAccessibleDescription('The passwords do not match.')
    await repeated.fill('too short')
    await expect(page.getByText('Matches ✔')).toBeVisible()
    await update.click()
    await expect(page.getByRole('alert').first()).toHaveText('Password must be at least 15 characters.')
    await expect(fresh).toHaveValue('too short')
    await page.getByRole('button', { name: 'Close' }).click()
  })
  expect(calls.filter((path) => path === '/api/live' || path === '/api/request')).toEqual([])
  await fresh.fill('a few words that nobody knows')
  await repeated.fill('a few words that nobody knows')
  await update.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'Password updated' })).toBeVisible()
  await expect(listPage(page).field).toBeVisible()
  await page.reload()
  await expect(listPage(page).field).toBeVisible()
})

test('[ROUTE-17] [PERM-03] without CanAccess the person is told so and signed out', async ({
  page,
  world,
}) => {
  const person = await world.person({ permissions: [2006] })
  await page.goto('/signin')
  await signInPage(page).signIn(person)
  await expect(page.getByRole('alert').filter({ hasText: noAccess })).toBeVisible()
  await expect(page).toHaveURL('/signin')
  await test.step('the reason stays on the screen when the message is gone', async () => {
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(noAccess)).toBeVisible()
  })
  const open = `select 1 from session join staff using (staff_id) where username = $1 and ended_at is null`
  await expect.poll(() => world.sql(open, [person])).toEqual([])
})

test('[API-12] a 401 signs out and leads to /signin; what was typed is offered back after the next sign-in', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person()
  const id = await world.agency({ name: 'Interrupted Insurance' })
  await signIn(page.context(), server.origin, person)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await agencyPage(page).name.fill('Nearly Saved')
  await loseCookie(world, person)
  await agencyPage(page).update.click()
  await expect(page).toHaveURL('/signin')
  await expect(page.getByText('You were signed out because your session ended.')).toBeVisible()
  await signInPage(page).signIn(person)
  await page.getByRole('link', { name: `Return to ${id} Interrupted Insurance · Config` }).click()
  await expect(page.getByText('You had typed Nearly Saved')).toBeVisible()
  await expect(agencyPage(page).name).toHaveValue('Interrupted Insurance')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(agencyPage(page).name).toHaveValue('Nearly Saved')
  await agencyPage(page).update.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nearly Saved' })).toBeVisible()
})

test('what one person had typed is offered to nobody else who signs in after them', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person()
  const id = await world.agency({ name: 'Private Insurance' })
  await signIn(page.context(), server.origin, person)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await agencyPage(page).name.fill('Nobody Else Sees This')
  await loseCookie(world, person)
  await agencyPage(page).update.click()
  await expect(page).toHaveURL('/signin')
  await signInPage(page).signIn(await world.person())
  await expect(listPage(page).field).toBeFocused()
  await expect(page.getByText('You were signed out.')).toHaveCount(0)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(agencyPage(page).name).toHaveValue('Private Insurance')
  await expect(page.getByText('Nobody Else Sees This')).toHaveCount(0)
})

test('what one person had typed goes from the screen when another takes over in another tab', async ({
  page,
  server,
  world,
  elsewhere,
}) => {
  const mayEdit = { permissions: [2000, 2001] as const }
  const [first, second] = [await world.person(mayEdit), await world.person(mayEdit)]
  await signIn(page.context(), server.origin, first)
  await openLive(page, '/products/-1')
  const name = page.getByLabel('Product Name')
  await name.fill('Half Typed')
  const other = await elsewhere(second)
  // As when the tab slept while another one signed the first person out and the second in.
  const [own, others] = [await page.context().cookies(), await other.context().cookies()]
  await page.context().addCookies(others)
  await other.context().addCookies(own)
  await other.goto('/signin')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText(second)).toBeVisible()
  await expect(name).toHaveValue('')
})

test('[API-13] a 403 leads to /unauthorized, still signed in', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 403 /)
  const person = await world.person()
  const id = await world.agency()
  await signIn(page.context(), server.origin, person)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).name.fill('Not Mine Any More')
  // Directly in the database, so that the open screen is not notified.
  await world.sql(`update staff set permissions = '{2000}' where username = $1`, [person])
  await agencyPage(page).update.click()
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('heading', { level: 1, name: 'Unauthorized' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to Agencies' }).click()
  await expect(listPage(page).field).toBeVisible()
})

test('signed out in one tab: the other tab closes at once and offers its draft to the same person', async ({
  page,
  server,
  world,
}) => {
  const person = await world.person()
  const id = await world.agency({ name: 'Two Tabs Insurance' })
  await signIn(page.context(), server.origin, person)
  await openLive(page, `/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await agencyPage(page).name.fill('Typed in the First Tab')
  const second = await page.context().newPage()
  await second.goto('/')
  const signedOut = second.waitForResponse('**/auth/staff/signout')
  await second.getByRole('link', { name: 'Logout' }).click()
  await signedOut
  await expect(page).toHaveURL('/signin')
  await expect(page.getByText('Two Tabs Insurance')).toHaveCount(0)
  await expect(page.getByText('You were signed out because your session ended.')).toBeVisible()
  await signInPage(second).signIn(person)
  // The first tab's sign-in screen goes as well: opened again, it would end the session.
  await expect(page).toHaveURL('/')
  expect(await page.evaluate("sessionStorage.getItem('agency-support:sign-out-reason')")).toBeNull()
  await page.getByRole('link', { name: `Return to ${id} Two Tabs Insurance · Config` }).click()
  await expect(page.getByText('You had typed Typed in the First Tab')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(agencyPage(page).name).toHaveValue('Typed in the First Tab')
})

test('a password changed in one browser ends the session in the other at once', async ({
  page,
  server,
  elsewhere,
  world,
}) => {
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  await openLive(page, '/')
  const other = await elsewhere(await world.person())
  await signIn(other.context(), server.origin, person)
  const changed = await other.context().request.post('/api/user/request', {
    headers: { origin: server.origin },
    data: {
      command: 'UpdatePassword',
      newPassword: 'quite another pass phrase',
      currentPassword: password,
    },
  })
  expect(await changed.json()).toMatchObject({ code: 0 })
  await expect(page).toHaveURL('/signin')
})

test('[SIGNIN-09] a sign-in that finds no server says why, and works once there is one', async ({
  browser,
  server,
  world,
}) => {
  const person = await world.person()
  const own = await startServerProcess({ databaseUrl: server.databaseUrl })
  const page = await browser.newPage({ baseURL: own.origin })
  await page.goto('/signin')
  await expect(signInPage(page).email).toBeFocused()
  await own.kill()
  await signInPage(page).signIn(person)
  await expect(page.getByRole('alert')).toHaveText(
    'The server cannot be reached. Try again in a moment. What you entered is kept.',
  )
  const again = await startServerProcess({
    databaseUrl: server.databaseUrl,
    port: Number(new URL(own.origin).port),
  })
  await signInPage(page).submit.click()
  await expect(listPage(page).field).toBeVisible()
  await page.close()
  await again.kill()
})

test('a sign-in that fails on the server shows the description from its header', async ({
  page,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await page.goto('/signin')
  await expect(signInPage(page).email).toBeFocused()
  await world.without('journal', async () => {
    await signInPage(page).signIn(admin)
    await expect(page.getByRole('alert')).toContainText('An error occurred while processing your request.')
  })
})
