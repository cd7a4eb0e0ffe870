import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { listPage } from './support/screens.ts'
import { password } from './support/world.ts'

const fresh = 'a few words that nobody knows'

/** The screen for changing one's own password. */
function passwordPage(page: Page) {
  const text = page.getByLabel('New Password', { exact: true })
  const repeated = page.getByLabel('Repeat New Password', { exact: true })
  const update = page.getByRole('button', { name: 'Update', exact: true })
  return {
    text,
    repeated,
    update,
    snackbar: page.locator('[data-level]'),
    async change(to: string) {
      await text.fill(to)
      await repeated.fill(to)
      await update.click()
    },
  }
}

/** The step-up question. */
function stepUpDialog(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  const secret = dialog.getByLabel('Password', { exact: true })
  return {
    dialog,
    secret,
    async confirm() {
      await secret.fill(password)
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
      await expect(dialog).toHaveCount(0)
    },
  }
}

test('[PASSWORD-01] [PASSWORD-02] the screen has two fields, hidden until shown one by one, and Update', async ({
  page,
  server,
  world,
}) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/updatePassword')
  const { text, repeated, update } = passwordPage(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Password')
  await expect(text).toBeFocused()
  await expect(update).toBeVisible()
  for (const field of [text, repeated]) await expect(field).toHaveAttribute('type', 'password')
  const [first, second] = [0, 1].map((at) => page.getByRole('button', { name: /password$/ }).nth(at))
  await first?.click()
  await expect(text).toHaveAttribute('type', 'text')
  await expect(repeated).toHaveAttribute('type', 'password')
  await test.step('what a password manager copies can be pasted', async () => {
    await text.fill(fresh)
    await text.press('ControlOrMeta+a')
    await text.press('ControlOrMeta+c')
    await repeated.press('ControlOrMeta+v')
    await expect(repeated).toHaveValue(fresh)
  })
  await second?.click()
  await first?.click()
  await expect(text).toHaveAttribute('type', 'password')
  await expect(repeated).toHaveAttribute('type', 'text')
})

test('[PASSWORD-03] [PASSWORD-04] [PASSWORD-05] both are required and must match before Update can be pressed', async ({
  page,
  server,
  world,
}) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/updatePassword')
  const { text, repeated, update } = passwordPage(page)
  await expect(update).toBeDisabled()
  for (const field of [text, repeated]) {
    await field.fill('x')
    await field.fill('')
    await field.blur()
    await expect(field).toHaveAccessibleDescription(/Required\./)
  }
  await text.fill(fresh)
  await repeated.fill(`${fresh}!`)
  await repeated.blur()
  await expect(repeated).toHaveAccessibleDescription(/Must match new password/)
  await expect(update).toBeDisabled()
  await repeated.fill(fresh)
  await expect(repeated).toHaveAccessibleDescription('Matches ✔')
  await expect(update).toBeEnabled()
  await text.fill(`${fresh}?`)
  await text.blur()
  await expect(repeated).toHaveAccessibleDescription(/Must match new password/)
  await expect(update).toBeDisabled()
})

test('[PASSWORD-06] [PASSWORD-07] [PASSWORD-09] while it is saved the screen says so; then / takes its place', async ({
  page,
  server,
  world,
}) => {
  const person = await world.person()
  const id = await world.agency()
  await signIn(page.context(), server.origin, person)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await page.goto('/updatePassword')
  // A string, because it runs in the page: what the screen said in between.
  await page.evaluate(`(() => {
    window.said = []
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('main [role="status"]')) window.said.push(status.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  })()`)
  const sent = page.waitForRequest((request) => request.postData()?.includes('UpdatePassword') === true)
  await passwordPage(page).change(fresh)
  expect((await sent).postDataJSON()).toEqual({
    command: 'UpdatePassword',
    username: person,
    newPassword: fresh,
  })
  await stepUpDialog(page).confirm()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'Password updated' })).toBeVisible()
  expect(await page.evaluate('window.said')).toContain('Updating…')
  await page.goBack()
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=config`)
})

test('[PASSWORD-08] what the server objects to stands in a red snackbar and beside the button', async ({
  page,
  server,
  world,
}) => {
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  await page.goto('/updatePassword')
  const { change, snackbar, text } = passwordPage(page)
  for (const [given, words] of [
    ['too short', 'Password must be at least 15 characters.'],
    [person, 'Password must not be your user name.'],
    ['passwordpassword', 'This password is too common. Please choose another one.'],
    [password, 'New password must differ from the current password.'],
  ] as const) {
    await change(given)
    // Only the owner learns whether it is the current password.
    if (given === password) await stepUpDialog(page).confirm()
    await expect(snackbar).toHaveAttribute('data-level', 'error')
    await expect(snackbar).toContainText(words)
    await expect(page.locator('main').getByRole('alert')).toHaveText(words)
    await expect(text).toHaveValue(given)
    await snackbar.getByRole('button', { name: 'Close' }).click()
  }
  await expect(page).toHaveURL('/updatePassword')
})

test('who is acting is asked however young the sign-in is; then the change is made again by itself', async ({
  page,
  server,
  world,
}) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/updatePassword')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('"UpdatePassword"')) keys.push(request.headers()['idempotency-key'])
  })
  const { dialog, secret, confirm } = stepUpDialog(page)

  await test.step('who breaks it off is told why nothing happened', async () => {
    await passwordPage(page).change(fresh)
    await expect(secret).toBeFocused()
    await secret.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(passwordPage(page).snackbar).toContainText('Please confirm that it is you.')
  })
  keys.length = 0
  await passwordPage(page).update.click()
  await secret.fill('not the password')
  await secret.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password. Please try again.')
  await confirm()
  await expect(page).toHaveURL('/')
  await expect(listPage(page).field).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('no breach of accessibility on the screen', async ({ page, server, world }) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/updatePassword')
  await expect(passwordPage(page).text).toBeFocused()
  await expectAccessibleInBoth(page, 'update password')
})

test('no breach of accessibility in the question who is acting', async ({ page, server, world }) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/updatePassword')
  await passwordPage(page).change(fresh)
  const { dialog, secret } = stepUpDialog(page)
  await secret.fill('not the password')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessibleInBoth(page, 'step-up')
})
