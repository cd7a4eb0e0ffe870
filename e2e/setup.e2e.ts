import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test as base } from './support/fixture.ts'
import { recordCalls } from './support/screens.ts'
import type { World } from './support/world.ts'

const maker = { permissions: [2000, 2002] } as const
let lastId = 60_000_000

/** An unused id. */
function freeId(): string {
  lastId += 1
  return String(lastId)
}

/** New Agency Setup 5.x. */
function setupPage(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Creating a new agency' })
  const fields = {
    agencyId: page.getByRole('textbox', { name: 'Agency Id' }),
    agencyName: page.getByRole('textbox', { name: 'Agency Name' }),
    projectedClients: page.getByRole('textbox', { name: 'Projected Clients' }),
    projectedUsers: page.getByRole('textbox', { name: 'Projected Users' }),
  }
  return {
    ...fields,
    online: page.getByRole('checkbox', { name: 'Online agency' }),
    save: page.getByRole('button', { name: 'Save' }),
    form: page.getByRole('form', { name: 'New agency' }),
    dialog,
    no: dialog.getByRole('button', { name: 'No' }),
    yes: dialog.getByRole('button', { name: 'Yes' }),
    async open() {
      await page.goto('/agency-setup')
      await expect(page.getByRole('heading', { level: 1, name: 'New Agency Setup 5.x' })).toBeFocused()
    },
    async fill(agencyId: string) {
      await fields.agencyId.fill(agencyId)
      await fields.agencyName.fill('Nova Insurance')
      await fields.projectedClients.fill('1200')
      await fields.projectedUsers.fill('8')
    },
  }
}

/** `setup` is the open form in the page of the administrator. */
const test = base.extend<{ setup: ReturnType<typeof setupPage> }>({
  setup: async ({ page, enter }, use) => {
    await enter(page)
    const setup = setupPage(page)
    await setup.open()
    await use(setup)
  },
})

/** Replaces the text of a field like a person. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await field.pressSequentially(text)
}

function stored(world: World, agencyId: string) {
  return world.sql(
    'select name, is_online, projected_clients, projected_users from agency where agency_id = $1',
    [Number(agencyId)],
  )
}

test('[SETUP5X-01] [SETUP5X-02] [SETUP5X-14] the form, its help and its hint; online is off', async ({
  page,
  enter,
  world,
}) => {
  await enter(page, await world.person(maker))
  const setup = setupPage(page)
  await setup.open()
  await expect(page.getByRole('heading', { level: 1, name: 'New Agency Setup 5.x' })).toBeVisible()
  for (const field of [setup.agencyName, setup.projectedClients, setup.projectedUsers])
    await expect(field).toHaveValue('')
  await expect(setup.online).not.toBeChecked()
  await expect(setup.projectedClients).toHaveAccessibleDescription(
    'This value is used to distribute load across agencies. Please enter a thoughtful estimate.',
  )
  await page.getByRole('button', { name: 'Help: New agency (5.x)' }).click()
  await expect(page.getByRole('note')).toContainText('Creates a new agency for version 5.x.')
})

test('[SETUP5X-03] Save waits until every field is right and says for which it waits', async ({ setup }) => {
  const steps = [
    ['Fill in Agency Id to save.', () => setup.agencyId.fill(freeId())],
    ['Fill in Agency Name to save.', () => setup.agencyName.fill('Nova Insurance')],
    ['Fill in Projected Clients to save.', () => setup.projectedClients.fill('1200')],
    ['Fill in Projected Users to save.', () => setup.projectedUsers.fill('8')],
  ] as const
  for (const [reason, fill] of steps) {
    await expect(setup.save).toBeDisabled()
    await expect(setup.save).toHaveAccessibleDescription(reason)
    await fill()
  }
  await expect(setup.save).toBeEnabled()
  await setup.projectedUsers.fill('0')
  await expect(setup.save).toHaveAccessibleDescription('Correct Projected Users to save.')
})

test('[SETUP5X-04] [SETUP5X-06] [SETUP5X-07] [SETUP5X-08] [SETUP5X-10] [SETUP5X-11] [SETUP5X-12] [SETUP5X-13] each field says what is wrong when it is left', async ({
  setup,
}) => {
  const wrong = [
    [setup.agencyId, '0', 'Must be a positive number'],
    [setup.agencyName, ' ', 'Required'],
    [setup.projectedClients, '0', 'Must be a positive number'],
    [setup.projectedClients, '1000001', "Can't be greater than 1,000,000"],
    [setup.projectedUsers, '0', 'Must be a positive number'],
  ] as const
  for (const [field, text, sentence] of wrong) {
    await retype(field, text)
    await field.blur()
    await expect(field).toHaveAccessibleDescription(new RegExp(`${sentence}$`))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  for (const field of [setup.agencyId, setup.projectedClients, setup.projectedUsers]) {
    await retype(field, '')
    await expect(field).toHaveAccessibleDescription(/Required$/)
  }
  await retype(setup.projectedClients, '1000000')
  await setup.projectedClients.blur()
  await expect(setup.projectedClients).not.toHaveAttribute('aria-invalid')
  await expect(setup.projectedClients).toHaveValue('1,000,000')
})

test('[SETUP5X-05] [SETUP5X-09] [SETUP5X-13] only digits go in, eight of the id and seven of the counts', async ({
  setup,
}) => {
  await setup.agencyId.pressSequentially('a1b2c3456789')
  await expect(setup.agencyId).toHaveValue('12345678')
  for (const field of [setup.projectedClients, setup.projectedUsers]) {
    await field.pressSequentially('-12x34567.89')
    await expect(field).toHaveValue('1234567')
  }
})

test('[SETUP5X-15] [SETUP5X-16] Save asks first; Esc and No close the question without a call', async ({
  page,
  world,
  setup,
}) => {
  const id = freeId()
  await setup.fill(id)
  const calls = recordCalls(page)
  for (const close of [() => page.keyboard.press('Escape'), () => setup.no.click()]) {
    await setup.save.click()
    await expect(setup.dialog.getByRole('heading')).toHaveText('Creating a new agency')
    await expect(setup.dialog).toContainText(
      'You are about to create a new agency for version 5x. Are you sure?',
    )
    await expect(setup.dialog.getByRole('button')).toHaveText(['No', 'Yes'])
    await expect(setup.dialog).toContainText(`Nova Insurance · ${id}`)
    await expect(setup.no).toBeFocused()
    await close()
    await expect(setup.dialog).toHaveCount(0)
    await expect(setup.save).toBeFocused()
  }
  expect(calls.filter((body) => body.includes('AddAgency'))).toEqual([])
  expect(await stored(world, id)).toEqual([])
  await expect(setup.agencyName).toHaveValue('Nova Insurance')
})

test('[SETUP5X-17] [SETUP5X-20] Yes creates the agency: the question closes, the form is empty again and the agency can be opened', async ({
  page,
  world,
  setup,
}) => {
  const id = freeId()
  await setup.fill(id)
  await setup.online.check()
  const calls = recordCalls(page)
  const place = await setup.agencyId.boundingBox()
  await setup.save.click()
  await setup.yes.click()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: `Agency ${id} created successfully` })
      .first(),
  ).toBeVisible()
  await expect(setup.dialog).toHaveCount(0)
  const sent = calls.map((body) => JSON.parse(body) as { command: string })
  expect(sent.filter(({ command }) => command === 'AddAgency')).toEqual([
    {
      command: 'AddAgency',
      agency: {
        agencyId: Number(id),
        agencyName: 'Nova Insurance',
        projectedClients: 1200,
        projectedUsers: 8,
        isOnline: true,
      },
    },
  ])
  expect(await stored(world, id)).toEqual([
    { name: 'Nova Insurance', is_online: true, projected_clients: 1200, projected_users: 8 },
  ])
  await expect(setup.agencyId).toHaveValue('')
  await expect(setup.online).not.toBeChecked()
  const open = page.getByRole('link', { name: 'Open it' })
  await expect(open).toBeVisible()
  expect(await setup.agencyId.boundingBox()).toEqual(place)
  await open.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nova Insurance' })).toBeVisible()
})

test('an id that is taken is shown before anybody saves, and moves nothing', async ({
  page,
  world,
  setup,
}) => {
  const id = await world.agency({ name: 'Here First' })
  const before = await setup.save.boundingBox()
  await setup.agencyId.fill(String(id))
  const taken = page.getByText(`${id} already exists: Here First`)
  await expect(taken.locator('svg')).toBeVisible()
  expect(await setup.save.boundingBox()).toEqual(before)
  await setup.agencyId.fill('69999998')
  await expect(page.getByText('already exists')).toHaveCount(0)
})

test('[SETUP5X-17] [SETUP5X-18] [SETUP5X-19] what the server says stands red beside the button and the question is closed', async ({
  world,
  setup,
}) => {
  const id = await world.agency({ name: 'Here First' })
  await setup.fill(String(id))
  await setup.save.click()
  await setup.yes.click()
  const problem = setup.form.getByRole('alert')
  await expect(problem).toHaveText('Agency already exists.')
  await expect(problem).toHaveCSS('color', 'rgb(179, 38, 30)')
  await expect(setup.dialog).toHaveCount(0)
  await expect(setup.agencyName).toHaveValue('Nova Insurance')
  const [button, text] = [await setup.save.boundingBox(), await problem.boundingBox()]
  const middle = (box: typeof button): number => (box === null ? Number.NaN : box.y + box.height / 2)
  expect(Math.abs(middle(button) - middle(text))).toBeLessThan(12)
  // It is about the id that was sent.
  await setup.agencyId.fill(freeId())
  await expect(problem).toHaveCount(0)
})

test('[SETUP5X-19] a failed answer says Something went wrong, and no answer says that nothing was saved', async ({
  page,
  world,
  expectErrors,
  setup,
}) => {
  expectErrors(/ 500 /, /ERR_INTERNET_DISCONNECTED/)
  await setup.fill(freeId())
  const problem = setup.form.getByRole('alert')
  await world.without('agency', async () => {
    await setup.save.click()
    await setup.yes.click()
    await expect(problem).toHaveText('Something went wrong')
  })
  await page.context().setOffline(true)
  await setup.save.click()
  await setup.yes.click()
  await expect(problem).toHaveText(
    'You are offline: nothing was saved. Try again when the connection is back. What you entered is kept.',
  )
  await expect(setup.dialog).toHaveCount(0)
  await page.context().setOffline(false)
})

test('[ROUTE-11] the address needs CreateNewAgency, and a session', async ({
  page,
  enter,
  world,
  elsewhere,
}) => {
  await page.goto('/agency-setup')
  await expect(page).toHaveURL('/signin')
  await enter(page, await world.person({ permissions: [2000, 2005] }))
  await page.goto('/agency-setup')
  await expect(page).toHaveURL('/unauthorized')
  const other = await elsewhere(await world.person(maker))
  await other.goto('/agency-setup')
  await expect(other.getByRole('heading', { level: 1, name: 'New Agency Setup 5.x' })).toBeVisible()
})

test('the form is accessible with errors, the question and its answer', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Here First' })
  await enter(page)
  const setup = setupPage(page)
  await setup.open()
  await expectReasons(page, 'empty form')
  await setup.projectedUsers.fill('0')
  await setup.projectedUsers.blur()
  await expectAccessibleInBoth(page, 'an error')
  await retype(setup.projectedUsers, '')
  await setup.fill(String(id))
  await expect(page.getByText('already exists')).toBeVisible()
  await setup.save.click()
  await expect(setup.dialog).toBeVisible()
  await expectAccessibleInBoth(page, 'the question')
  await setup.yes.click()
  await expect(setup.form.getByRole('alert')).toBeVisible()
  await expectAccessibleInBoth(page, 'refused')
  await setup.agencyId.fill(freeId())
  await setup.save.click()
  await setup.yes.click()
  await expect(page.getByRole('link', { name: 'Open it' })).toBeVisible()
  await expectAccessibleInBoth(page, 'created')
})
