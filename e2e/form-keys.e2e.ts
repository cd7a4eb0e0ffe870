import { expect, test } from './support/fixture.ts'
import { agencyPage, commandTab } from './support/screens.ts'
import { signInLongAgo, whoIsIt } from './support/second-factor.ts'
import { password } from './support/world.ts'

test('Ctrl-Enter submits the forms of a screen and of a question, and the sheet of keys names it', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Keyed Insurance' })
  await enter(page)
  await test.step('a form of a screen, from any of its fields', async () => {
    await page.goto(`/agency-detail/${id}?tab=command`)
    const { choice, ids, rows } = commandTab(page)
    await choice('Sync Clients').check()
    await ids.fill('12345678')
    await choice('Sync Clients').press('Control+Enter')
    await expect(rows).toHaveCount(1)
  })
  await test.step('a question, and the one that asks who it is', async () => {
    await page.goto(`/agency-detail/${id}?tab=config`)
    // The confirmation replaces the cookie; a read still on its way with the old one gets a 401 before it is repeated.
    await agencyPage(page).settled()
    await signInLongAgo(world)
    await page.getByRole('combobox', { name: 'Status' }).press('Enter')
    await page.getByRole('option', { name: 'Deleting' }).press('Enter')
    const typed = page.getByRole('textbox', { name: `Type ${id} to confirm` })
    await typed.fill(String(id))
    await typed.press('Control+Enter')
    const secret = whoIsIt(page).getByLabel('Password', { exact: true })
    await secret.fill(password)
    await secret.press('Control+Enter')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Deleting')
  })
  await page.getByRole('heading', { level: 1 }).press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Save or send the form')).toBeVisible()
})

test('a second Enter does not close a password unread, and closing it goes back to where it began', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/staff-accounts')
  const create = page.getByRole('button', { name: 'Create account' })
  await create.press('Enter')
  await page.getByRole('textbox', { name: 'User Name' }).fill('twice.entered@support.test')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'New password' })
  await expect(shown.getByRole('button', { name: 'Copy the password' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown.getByRole('code')).toHaveText(/^\S{20}$/)
  await page.keyboard.press('Escape')
  await expect(shown.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(create).toBeFocused()
})

test('a pasted text that is too long for its field says that the rest was left out', async ({
  page,
  enter,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  await page.goto('/agency-setup')
  const name = page.getByRole('textbox', { name: 'Agency Name' })
  const said = page.getByText('Only 100 characters fit; the rest was left out.')
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await name.press('Control+V')
  }
  await name.fill('Insurance of ')
  await paste('x'.repeat(87))
  await expect(name).toHaveValue(`Insurance of ${'x'.repeat(87)}`)
  await expect(said).toHaveCount(0)
  await name.press('Control+A')
  await paste('y'.repeat(101))
  await expect(name).toHaveAccessibleDescription('Only 100 characters fit; the rest was left out.')
  await expect(name).toHaveValue('y'.repeat(100))
  await name.press('Backspace')
  await expect(said).toHaveCount(0)
})

test('after a Save by the pointer that finds an error, keys go into the field with the error', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  await page.getByLabel('Vendor Name').fill('Acme')
  const email = page.getByLabel('Vendor Email')
  await email.fill('ann@')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  // The dialog takes the focus of a control that becomes disabled in the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await expect(email).toBeFocused()
})

test('Cancel and Close of a dialog ask before they take what was typed, and take nothing typed at once', async ({
  page,
  enter,
}) => {
  await enter(page)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  for (const [address, opener, field] of [
    ['/staff-accounts', 'Create account', 'User Name'],
    ['/products', 'Create New Vendor', 'Vendor Name'],
  ] as const) {
    await page.goto(address)
    const open = page.getByRole('button', { name: opener })
    const text = page.getByRole('textbox', { name: field })
    await open.press('Enter')
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(open).toBeFocused()
    await open.press('Enter')
    await page.keyboard.type('Half typed')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(text).toHaveValue('Half typed')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await expect(open).toBeFocused()
  }
})

test('n begins a new account, alert, product and temporary user', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  const begin = async (address: string, ready: string) => {
    await page.goto(address)
    await expect(page.getByRole('button', { name: ready })).toBeEnabled()
    await page.getByRole('heading', { level: 1 }).press('n')
  }
  await begin('/staff-accounts', 'Create account')
  await expect(page.getByRole('textbox', { name: 'User Name' })).toBeFocused()
  await begin('/status-admin', 'Add alert')
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Category' })).toBeFocused()
  await begin(`/agency-detail/${id}?tab=users`, 'Create Temporary User')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Initials' })).toBeFocused()
  await begin('/products', 'Create New Application')
  await expect(page.getByRole('heading', { level: 1, name: 'New Product' })).toBeFocused()
})

test('the keyboard sheet of an agency fits 1280 by 800, and is scrolled by keys in a lower window', async ({
  page,
  enter,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page)
  await page.goto('/agency-detail/6938?tab=files')
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const last = sheet.getByText('Save or send the form')
  await expect(sheet.getByText('Row of a table')).toBeInViewport({ ratio: 1 })
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 400 })
  await expect(last).not.toBeInViewport()
  await page.keyboard.press('End')
  await expect(last).toBeInViewport({ ratio: 1 })
})
