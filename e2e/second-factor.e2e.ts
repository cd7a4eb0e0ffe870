import { P, type PermissionId } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { download, listPage, openLive, signInPage } from './support/screens.ts'
import {
  addDevice,
  makeCode,
  confirmBy,
  confirmByPasskey,
  expectWrongPassword,
  securityPage,
  setUpApp,
  signInLongAgo,
  whoIsIt,
} from './support/second-factor.ts'
import { admin, password, type World } from './support/world.ts'

const factorAsked = 'Multi-factor authentication is required.'

async function enterAsNew(
  page: Page,
  origin: string,
  world: World,
  permissions: readonly PermissionId[] = [P.CanAccess],
): Promise<string> {
  const person = await world.person({ permissions })
  await signIn(page.context(), origin, person)
  await page.goto('/security')
  return person
}

test('an authenticator app is set up by its key, and asked for at the next sign-in', async ({
  page,
  server,
  world,
}) => {
  const person = await enterAsNew(page, server.origin, world)
  const { app, codes: codesCard, passkeys, shownCodes } = securityPage(page)
  await expect(app).toContainText('Off')
  await expect(codesCard).toContainText('You get these when you set up an authenticator or passkey.')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  const { secret, codes } = await test.step('the key is proved by a code', async () => {
    await app.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await expectWrongPassword(page)
    await confirmBy(page, 'Password', password)
    await app.getByRole('textbox', { name: 'Code' }).fill('000000')
    const below = await passkeys.boundingBox()
    await app.getByRole('button', { name: 'Turn on' }).click()
    await expect(app.getByRole('alert')).toHaveText(
      'Incorrect code. Check the time on your phone, then type the next code.',
    )
    expect(await passkeys.boundingBox()).toEqual(below)
    await page.keyboard.type('12')
    await expect(app.getByRole('textbox', { name: 'Code' })).toHaveValue('12')
    await app.getByRole('button', { name: 'Cancel' }).click()
    return setUpApp(page)
  })

  await test.step('recovery codes are shown once, to copy and to download', async () => {
    expect(new Set(codes).size).toBe(10)
    await shownCodes.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(codes.join('\n'))
    const { text } = await download(shownCodes.getByRole('button', { name: 'Download' }))
    for (const code of codes) expect(text).toContain(code)
    await page.keyboard.press('Escape')
    await expect(shownCodes).toBeVisible()
    await shownCodes.getByRole('button', { name: 'I have saved them' }).click()
    await expect(app).toContainText('On')
    await expect(codesCard).toContainText('10 of 10 are left.')
  })

  await test.step('sign-in asks for the code, its message stays, and a wrong code is shown', async () => {
    await page.goto('/signin')
    const screen = signInPage(page)
    const code = page.getByRole('textbox', { name: 'Code' })
    await screen.signIn(person)
    await expect(page.getByRole('alert')).toHaveText(factorAsked)
    await expect(code).toBeFocused()
    await code.fill('000000')
    await expect(page.getByRole('alert')).toHaveText(factorAsked)
    await screen.submit.click()
    await expect(page.getByRole('alert')).toHaveText('Incorrect code or passkey. Please try again.')
    await screen.email.fill('somebody.else@support.test')
    await expect(code).toHaveCount(0)
    await screen.email.fill(person)
    await code.fill(await makeCode(secret, 1))
    await code.press('Enter')
    await expect(listPage(page).field).toBeVisible()
  })
})

test('a recovery code signs in once; new ones are made after asking', async ({ page, server, world }) => {
  const person = await enterAsNew(page, server.origin, world)
  const { codes } = await setUpApp(page)
  const { shownCodes, codes: card } = securityPage(page)
  await shownCodes.getByRole('button', { name: 'I have saved them' }).click()
  await page.goto('/signin')
  await signInPage(page).signIn(person)
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill(codes[3] ?? '')
  await code.press('Enter')
  await expect(listPage(page).field).toBeVisible()
  await page.getByRole('button', { name: /^Settings of/ }).click()
  await page.getByRole('menuitem', { name: 'Security' }).click()
  await expect(page).toHaveURL('/security')
  await expect(card).toContainText('9 of 10 are left.')
  await card.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await confirmBy(page, 'Code', codes[4] ?? '')
  await expect(shownCodes.getByRole('listitem')).toHaveCount(10)
  expect(await shownCodes.getByRole('listitem').allInnerTexts()).not.toContain(codes[0])
  await shownCodes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card).toContainText('10 of 10 are left.')
})

test('the app is removed after asking and by its code, and the codes with it', async ({
  page,
  server,
  world,
}) => {
  await enterAsNew(page, server.origin, world)
  const { secret } = await setUpApp(page)
  const { app, codes, shownCodes } = securityPage(page)
  await shownCodes.getByRole('button', { name: 'I have saved them' }).click()
  await app.getByRole('button', { name: 'Remove the app' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(app).toContainText('On')
  await app.getByRole('button', { name: 'Remove the app' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(whoIsIt(page)).toContainText('Type a code of this app, or a recovery code, to remove it.')
  await confirmBy(page, 'Code', '000000')
  await expect(whoIsIt(page).getByRole('alert')).toHaveText(
    'Incorrect code. Type the code that the app shows now, or an unused recovery code.',
  )
  await expectAccessible(page, 'the question for a code')
  await confirmBy(page, 'Code', await makeCode(secret, 1))
  await expect(app).toContainText('Off')
  await expect(app.getByRole('button', { name: 'Set up an authenticator app' })).toBeFocused()
  await expect(codes).toContainText('You get these when you set up an authenticator or passkey.')
})

/** Without an app there are no codes but the recovery codes. */
async function expectNoAppAsked(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveCount(0)
  await expect(page.getByText('authenticator app')).toHaveCount(0)
}

test('a passkey is added, signs in, confirms and is removed', async ({ page, server, world }) => {
  await addDevice(page)
  const person = await enterAsNew(page, server.origin, world)
  const { passkeys, shownCodes, app } = securityPage(page)

  await test.step('it is made by the browser and brings recovery codes', async () => {
    await expect(passkeys).toContainText('No passkeys yet.')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await passkeys.getByRole('button', { name: 'Continue' }).click()
    await expect(passkeys.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
      /Give it a name, such as the device\./,
    )
    await passkeys.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
    await passkeys.getByRole('button', { name: 'Continue' }).click()
    await confirmBy(page, 'Password', password)
    await expect(shownCodes.getByRole('listitem')).toHaveCount(10)
    await shownCodes.getByRole('button', { name: 'I have saved them' }).click()
    await expect(passkeys.getByRole('listitem')).toContainText('Work laptop')
    await expect(passkeys.getByRole('listitem')).toContainText('not used yet')
  })

  await test.step('the device is not added twice', async () => {
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await passkeys.getByRole('textbox', { name: 'Name' }).fill('Again')
    await passkeys.getByRole('button', { name: 'Continue' }).click()
    await confirmByPasskey(page)
    await expect(passkeys.getByRole('alert')).toHaveText('You already have a passkey on this device.')
    await passkeys.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('it signs in', async () => {
    await page.goto('/signin')
    await signInPage(page).signIn(person)
    await expect(page.getByRole('alert')).toHaveText(factorAsked)
    await expectNoAppAsked(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(listPage(page).field).toBeVisible()
  })

  await test.step('it confirms who is acting', async () => {
    await page.goto('/security')
    await expect(passkeys.getByRole('listitem')).toContainText('last used')
    await app.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await expect(whoIsIt(page).getByLabel('Password', { exact: true })).toHaveCount(0)
    await confirmByPasskey(page)
    await expect(app.getByRole('img')).toBeVisible()
    await app.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('it is removed after asking, by itself', async () => {
    await passkeys.getByRole('button', { name: 'Remove Work laptop' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(whoIsIt(page)).toContainText('Use this passkey, or type a recovery code, to remove it.')
    await confirmByPasskey(page)
    await expect(passkeys).toContainText('No passkeys yet.')
  })
})

test('a code of the app confirms who is acting; the password is not asked for', async ({
  page,
  server,
  world,
}) => {
  await enterAsNew(page, server.origin, world, [P.CanAccess, P.CanListUsers, P.CanDeleteUser])
  const { secret } = await setUpApp(page)
  await securityPage(page).shownCodes.getByRole('button', { name: 'I have saved them' }).click()
  await signInLongAgo(world)
  const username = await world.person({ permissions: [P.CanAccess] })
  await page.goto(`/staff-accounts?q=${username}&open=${username}`)
  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable account' }).click()
  await expect(whoIsIt(page)).toBeVisible()
  // Its title says it, and nothing says it again.
  await expect(whoIsIt(page).getByText(/confirm .*it is you/i)).toHaveCount(1)
  await expect(whoIsIt(page).getByLabel('Password', { exact: true })).toHaveCount(0)
  await confirmBy(page, 'Code', await makeCode(secret, 1))
  await expect(page.getByRole('button', { name: 'Enable account' })).toBeVisible()
})

test('[B11] ending a session from the list closes its screen at once, and no other', async ({
  page,
  server,
  world,
  elsewhere,
}) => {
  const person = await enterAsNew(page, server.origin, world)
  const { sessions } = securityPage(page)
  await expect(sessions.getByRole('listitem')).toContainText('This browser')
  await expect(sessions.getByRole('button', { name: 'End all others' })).toHaveAccessibleDescription(
    'You are signed in only here.',
  )
  const others: Page[] = []
  for (const at of [1, 2]) {
    const other = await elsewhere(admin, { userAgent: `Other/${at} (Windows NT 10.0) Firefox/148.0` })
    await signIn(other.context(), server.origin, person)
    await openLive(other, '/')
    others.push(other)
  }
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions
    .getByRole('button', { name: /^End the session of Firefox on Windows from/ })
    .first()
    .click()
  await expect
    .poll(() => others.filter((other) => new URL(other.url()).pathname === '/signin').length)
    .toBe(1)
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Session ended' })).toBeVisible()
  const stays = others.find((other) => new URL(other.url()).pathname === '/')
  if (stays === undefined) throw new Error('Both screens closed.')
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the others' }).click()
  await expect(stays).toHaveURL('/signin')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL('/security')
})

test('sessions that cannot be read say Something went wrong and can be tried again', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  await world.sql('alter table passkey rename to passkey_away')
  try {
    await page.goto('/security')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  } finally {
    await world.sql('alter table passkey_away rename to passkey')
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(securityPage(page).app).toBeVisible()
})

test('no breach of accessibility while factors are set up', async ({ page, server, world }) => {
  await addDevice(page)
  await enterAsNew(page, server.origin, world)
  const { app, passkeys } = securityPage(page)
  await app.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await confirmBy(page, 'Password', password)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(app.getByRole('img')).toBeVisible()
  await expectAccessibleInBoth(page, 'setting up')
})

test('no breach of accessibility with the recovery codes and after them', async ({ page, server, world }) => {
  await enterAsNew(page, server.origin, world)
  await setUpApp(page)
  await expectAccessibleInBoth(page, 'recovery codes')
  await securityPage(page).shownCodes.getByRole('button', { name: 'I have saved them' }).click()
  await expectAccessibleInBoth(page, 'security with a factor')
})

test('no breach of accessibility where the code is asked for', async ({ page, world }) => {
  const person = await world.person({ mfa: 0 })
  await page.goto('/signin')
  await signInPage(page).signIn(person)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessibleInBoth(page, 'code field')
})
