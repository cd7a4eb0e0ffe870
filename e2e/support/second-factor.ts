import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expect } from './fixture.ts'
import { password, type World } from './world.ts'

/** The screen of one's own second factors and sessions. */
export function securityPage(page: Page) {
  const card = (name: string) => page.getByRole('region', { name })
  return {
    app: card('Authenticator app'),
    passkeys: card('Passkeys'),
    codes: card('Recovery codes'),
    sessions: card('Where you are signed in'),
    shownCodes: page.getByRole('dialog', { name: 'Recovery codes' }),
  }
}

/** The current code of the key shown on the screen; `next` counts later ones, because a code works once. */
export function makeCode(secret: string, next = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + next * 30 })
}

/** Makes sessions old enough that the next sensitive call asks for step-up. */
export const signInLongAgo = (world: World, username = '%') =>
  world.sql(
    `update session set authenticated_at = now() - interval '20 minutes' from staff
     where staff.staff_id = session.staff_id and username like $1`,
    [username],
  )

export const whoIsIt = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm that it is you' })

/** Answers the step-up question by typing. */
export async function confirmBy(page: Page, label: 'Password' | 'Code' | 'Recovery code', text: string) {
  await whoIsIt(page).getByLabel(label, { exact: true }).fill(text)
  await whoIsIt(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

export const confirmByPasskey = (page: Page) =>
  whoIsIt(page).getByRole('button', { name: 'Confirm with passkey' }).click()

/** Sets up an authenticator app like a person; returns its key and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const { app, shownCodes } = securityPage(page)
  await app.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await confirmBy(page, 'Password', password)
  await expect(app.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '')
  await app.getByRole('textbox', { name: 'Code' }).fill(await makeCode(secret))
  await app.getByRole('button', { name: 'Turn on' }).click()
  await expect(shownCodes.getByRole('listitem')).toHaveCount(10)
  return { secret, codes: await shownCodes.getByRole('listitem').allInnerTexts() }
}

/** A virtual authenticator that confirms everything automatically. */
export async function addDevice(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Types a wrong password, which is shown in the dialog and moves no button of it. */
export async function expectWrongPassword(page: Page): Promise<void> {
  const dialog = whoIsIt(page)
  await expect(dialog).toBeVisible()
  const boxes = async () =>
    Promise.all((await dialog.getByRole('button').all()).map((button) => button.boundingBox()))
  const before = await boxes()
  await confirmBy(page, 'Password', 'not the password')
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password. Please try again.')
  expect(await boxes()).toEqual(before)
}
