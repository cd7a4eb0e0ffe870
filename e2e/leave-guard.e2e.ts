import { P, permissionMessages } from '@agency-support/contract/permissions'
import { makePng } from '../server/test/pictures.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { addProduct, addVendor } from './support/products.ts'
import { agencyPage, commandTab, openLive, returnTo } from './support/screens.ts'
import { startServerProcess } from './support/server-process.ts'
import { admin, loseCookie } from './support/world.ts'

test('a typed name is not lost by leaving: another screen and another tab ask first', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Guarded Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name } = agencyPage(page)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await name.fill('Half Typed')
  for (const leave of [
    page.getByRole('button', { name: 'Back' }),
    page.getByRole('tab', { name: 'History' }),
    page.getByRole('link', { name: 'Main' }),
  ]) {
    await leave.click()
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Half Typed')
  }
  await page.getByRole('button', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/')
})

test('closing the browser tab with a typed name asks first', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).name.fill('Half Typed')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await expect(agencyPage(page).name).toHaveValue('Half Typed')
})

test('a form that was not touched, or that was saved, lets go without a question', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Saved Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).name.fill('x')
  await agencyPage(page).name.fill('Saved Insurance')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  await page.getByRole('tab', { name: 'Config' }).click()
  await agencyPage(page).rename('Saved Again')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})

test('typed client ids ask before the Command tab is left, until they are queued or taken away', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=command`)
  const { choice, ids, execute, rows } = commandTab(page)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  const history = page.getByRole('tab', { name: 'History' })
  await choice('Sync Clients').check()
  await ids.fill('12345678')
  await history.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(ids).toHaveValue('12345678')
  await ids.fill('')
  await history.click()
  await expect(page).toHaveURL(/tab=history/)
  await page.goBack()
  await choice('Sync Clients').check()
  await ids.fill('12345678')
  await execute.click()
  await expect(rows).toHaveCount(1)
  await history.click()
  await expect(page).toHaveURL(/tab=history/)
})

test('the browser’s Back takes neither what is typed in a dialog nor a password that is shown once', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Staff Accounts' }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create staff account' })
  const question = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'User Name' }).fill('kept.by.back@support.test')
  await page.goBack()
  await expect(question).toHaveAccessibleName('Discard changes?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Kept')
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Byback')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  const shown = page.getByRole('dialog', { name: 'New password' })
  const secret = (await shown.getByRole('code').textContent()) ?? ''
  await page.goBack()
  await expect(question).toHaveAccessibleName('Leave this screen?')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(shown.getByRole('code')).toHaveText(secret)
  await shown.getByRole('button', { name: 'Close' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('[API-12] what was typed in a dialog when the session ended is offered back in it, once', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person({ permissions: [P.CanAccess, P.CanListUsers, P.CanCreateUser] })
  await signIn(page.context(), server.origin, person)
  await page.goto('/staff-accounts')
  const open = page.getByRole('button', { name: 'Create account' })
  const dialog = page.getByRole('dialog', { name: 'Create staff account' })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  await open.click()
  await field('User Name').fill('lost.session@support.test')
  await field('First Name').fill('Lost')
  await field('Last Name').fill('Session')
  await loseCookie(world, person)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await returnTo(page, person, 'Staff Accounts')
  await open.click()
  await expect(field('User Name')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByText('What you had typed is back.')).toBeVisible()
  await expect(field('User Name')).toHaveValue('lost.session@support.test')
  await expect(field('Last Name')).toHaveValue('Session')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await open.click()
  await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})

test('[API-12] client ids that were typed when the session ended are offered back on the Command tab', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const id = await world.agency({ name: 'Interrupted Insurance' })
  const person = await world.person()
  await signIn(page.context(), server.origin, person)
  // Nothing is still to be read, which could get the 401 before Execute does.
  await openLive(page, `/agency-detail/${id}?tab=command`)
  await agencyPage(page).settled()
  const { choice, ids, execute, rows } = commandTab(page)
  await choice('Sync Clients').check()
  await ids.fill('12345678,87654321')
  await loseCookie(world, person)
  await execute.click()
  await returnTo(page, person, `${id} Interrupted Insurance`)
  await expect(ids).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(choice('Sync Clients')).toBeChecked()
  await expect(ids).toHaveValue('12345678,87654321')
  await execute.click()
  await expect(rows).toContainText('12345678, 87654321')
  await expect(page.getByText('What you had typed is back.')).toHaveCount(0)
})

test('[API-12] a reason that was typed in a question when the session ended is offered back in it', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person({ permissions: [P.CanAccess, P.CanListUsers, P.CanDeleteUser] })
  const other = await world.person({ permissions: [P.CanAccess] })
  await signIn(page.context(), server.origin, person)
  const address = `/staff-accounts?q=${other}&open=${other}`
  const question = page.getByRole('alertdialog')
  const reason = question.getByRole('textbox', { name: 'Reason' })
  const disable = page.getByRole('button', { name: 'Disable account' })
  await page.goto(address)
  await disable.click()
  await reason.fill('left the company')
  await loseCookie(world, person)
  await question.getByRole('button', { name: 'Disable account' }).click()
  await returnTo(page, person, 'Staff Accounts')
  await disable.click()
  await expect(reason).toHaveValue('')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(reason).toHaveValue('left the company')
  await question.getByRole('button', { name: 'Disable account' }).click()
  await expect(page.locator('tbody tr[data-row]')).toContainText('Disabled')
  const kept = await world.sql("select reason from journal where event = 'staff.disabled' and subject = $1", [
    other,
  ])
  expect(kept).toEqual([{ reason: 'left the company' }])
  await page.getByRole('button', { name: 'Enable account' }).click()
  await expect(question.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})

test('a save that fails after its tab was left is reported all the same, and what was typed is offered back', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ name: 'Left Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name, update } = agencyPage(page)
  const alert = page.getByRole('alert').filter({ hasText: 'After you left: Something went wrong' })
  await name.fill('Never Saved')
  try {
    await world.holding(id, async (waiting) => {
      await update.click()
      await waiting(1)
      await page.getByRole('tab', { name: 'E-SIG' }).click()
      await expect(page).toHaveURL(/tab=esig/)
      await world.sql('alter table journal rename to journal_away')
    })
    await expect(alert).toBeVisible()
  } finally {
    await world.sql('alter table journal_away rename to journal')
  }
  await page.getByRole('tab', { name: 'Config' }).click()
  await expect(name).toHaveValue('Left Insurance')
  await expect(page.getByText('You had typed Never Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(name).toHaveValue('Never Saved')
  await agencyPage(page).update.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Never Saved')
  await page.reload()
  await expect(name).toHaveValue('Never Saved')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})

test('what was typed in a save that the server did not live to answer is offered back after a reload', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_/)
  const id = await world.agency({ name: 'Unanswered Insurance' })
  const { databaseUrl } = server
  let own = await startServerProcess({ databaseUrl })
  try {
    await signIn(page.context(), own.origin, admin)
    await page.goto(`${own.origin}/agency-detail/${id}?tab=config`)
    const { name, update, rename } = agencyPage(page)
    const restore = page.getByRole('button', { name: 'Restore' })
    await name.fill('Half a Name')
    await world.holding(id, async (waiting) => {
      await update.click()
      await waiting(1)
      await own.kill()
      await expect(page.getByText('There was no answer: this may or may not have been saved.')).toBeVisible()
      await expect(name).toHaveValue('Half a Name')
    })
    own = await startServerProcess({ databaseUrl, port: Number(new URL(own.origin).port) })
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(name).toHaveValue('Unanswered Insurance')
    await restore.click()
    await expect(name).toHaveValue('Half a Name')
    await rename('Half a Name')
    await page.reload()
    await expect(name).toHaveValue('Half a Name')
    await expect(restore).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await own.stop()
  }
})

test('a logo whose upload fails after its screen was left is reported', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.goto('/vendors')
  const vendor = await addVendor(page, { name: 'Late Pictures', email: 'api@late.example' })
  const id = await addProduct(page, 'Late Picture', vendor)
  await page.goto(`/products/${id}?part=logo`)
  const buffer = makePng({ width: 300, height: 150 })
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  try {
    await world.holdingTable('product', async () => {
      await page.getByRole('button', { name: 'Upload' }).click()
      await expect.poll(() => world.countWaiting()).toBe(1)
      await page.getByRole('link', { name: 'Change Password' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Update Password' })).toBeVisible()
      await world.sql('alter table journal rename to journal_away')
    })
    const alert = page.getByRole('alert').filter({ hasText: 'After you left: Something went wrong' })
    await expect(alert).toBeVisible()
  } finally {
    await world.sql('alter table journal_away rename to journal')
  }
})

test('[API-13] [TRUTH-30] a refused action leads to Unauthorized whatever else was typed, and offers that back', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 403 /)
  const person = await world.person()
  const id = await world.agency({ name: 'Refused Insurance' })
  await signIn(page.context(), server.origin, person)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await agencyPage(page).name.fill('Half Typed')
  // Directly in the database, so that the open screen is not notified.
  await world.sql(`update staff set permissions = '{2000}' where username = $1`, [person])
  await agencyPage(page).setStatus('Retention')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(permissionMessages.feature)).toBeVisible()
  await page.getByRole('button', { name: 'Recent messages' }).click()
  await expect(page.getByRole('dialog')).toContainText('No messages yet in this session.')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Return to ${id} Refused Insurance · Config` }).click()
  await expect(page.getByText('You had typed Half Typed')).toBeVisible()
})
