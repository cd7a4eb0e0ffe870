import { P, permissionMessages } from '@agency-support/contract/permissions'
import type { Locator, Page } from '@playwright/test'
import { signingAgency } from './support/esignature.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { usersAgency } from './support/agency-users.ts'
import { healthFacts } from './support/health.ts'
import { openLive } from './support/screens.ts'
import { pressableControls } from './support/still.ts'

async function expectHelpSaysSo(page: Page): Promise<void> {
  await page.goto('/help')
  await page.getByRole('searchbox').fill('user management')
  await expect(page.getByText("the user's open screens follow within a second")).toBeVisible()
}

/** Lets a manager set a person's permissions. */
const giver = (manager: Page, origin: string, person: string) => async (permissions: number[]) => {
  const saved = await manager.context().request.post('/api/user/request', {
    headers: { origin },
    data: { command: 'SaveUserPermissions', user: { username: person, agencyId: 0, permissions } },
  })
  expect(await saved.json()).toMatchObject({ code: 0 })
}

const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Fills in all required fields of a new agency. */
async function fillIn(form: Locator): Promise<void> {
  await form.getByRole('textbox', { name: 'Agency Id' }).fill('60900001')
  await form.getByRole('textbox', { name: 'Agency Name' }).fill('Nova Insurance')
  await form.getByRole('textbox', { name: 'Projected Clients' }).fill('1200')
  await form.getByRole('textbox', { name: 'Projected Users' }).fill('8')
}

test('[TRUTH-25] [TRUTH-30] changed rights reach the open screen at once; what a refused act had typed is offered back', async ({
  page,
  context,
  elsewhere,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 403 /)
  const person = await world.person({ permissions: [P.CanAccess, P.CreateNewAgency] })
  await signIn(context, server.origin, person)
  await openLive(page, '/agency-setup')
  const give = giver(await elsewhere(), server.origin, person)
  const entry = (name: string) => menuEntry(page, name)
  const form = page.getByRole('form', { name: 'New agency' })
  await fillIn(form)
  await expect(entry('Seat Management no permission')).toBeVisible()

  await test.step('a right that is given opens the menu entry, one that is taken away locks it', async () => {
    await give([P.CanAccess, P.CreateNewAgency, P.CanListUsers])
    await expect(entry('Staff Accounts')).toBeVisible({ timeout: 1000 })
    await give([P.CanAccess, P.CreateNewAgency])
    await expect(entry('Staff Accounts no permission')).toBeVisible({ timeout: 1000 })
  })

  await test.step('an act that is refused says so in the words of the server, and the menu follows', async () => {
    // No live hint announces this.
    await world.sql(`update staff set permissions = '{2000}' where username = $1`, [person])
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByText(permissionMessages.feature)).toBeVisible()
    await expect(entry('Agency Setup no permission')).toBeVisible({ timeout: 1000 })
    expect(await world.sql('select 1 from agency where agency_id = 60900001')).toEqual([])
  })

  await give([P.CanAccess, P.CreateNewAgency])
  await expect(entry('Agency Setup')).toBeVisible({ timeout: 1000 })
  await page.getByRole('link', { name: 'Return to New Agency Setup 5.x' }).click()
  await expect(page).toHaveURL('/agency-setup')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(form.getByRole('textbox', { name: 'Agency Name' })).toHaveValue('Nova Insurance')
  await expect(form.getByRole('textbox', { name: 'Projected Users' })).toHaveValue('8')
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Return to/ })).toHaveCount(0)
  await page.goto('/agency-setup')
  await expect(form).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  await expectHelpSaysSo(page)
})

test('[TRUTH-25] [ROUTE-17] who loses CanAccess at work is told so and signed out', async ({
  page,
  context,
  elsewhere,
  server,
  world,
}) => {
  const person = await world.person({ permissions: [P.CanAccess] })
  await signIn(context, server.origin, person)
  await openLive(page, '/vendors')
  await giver(await elsewhere(), server.origin, person)([])
  await expect(page.getByText(permissionMessages.access)).toBeVisible()
  await expect(page).toHaveURL('/signin')
  const open = `select 1 from session join staff using (staff_id) where username = $1 and ended_at is null`
  await expect.poll(() => world.sql(open, [person])).toEqual([])
})

test('[TRUTH-25] buttons and guard follow changed rights as fast as the menu', async ({
  page,
  context,
  elsewhere,
  server,
  world,
}) => {
  const person = await world.person({ permissions: [P.CanAccess, P.CanListUsers] })
  await signIn(context, server.origin, person)
  await openLive(page, '/staff-accounts')
  const give = giver(await elsewhere(), server.origin, person)
  const create = page.getByRole('button', { name: 'Create account' })
  await expect(create).toBeDisabled()
  await give([P.CanAccess, P.CanListUsers, P.CanCreateUser])
  await expect(create).toBeEnabled({ timeout: 1000 })
  await give([P.CanAccess, P.CanListUsers])
  await expect(create).toBeDisabled({ timeout: 1000 })

  await menuEntry(page, 'Main').click()
  await expect(page).toHaveURL('/')
  await give([P.CanAccess])
  await expect(menuEntry(page, 'Staff Accounts no permission')).toBeVisible({ timeout: 1000 })
  await page.goBack()
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('alert')).toHaveText(permissionMessages.feature)
  await give([P.CanAccess, P.CanListUsers])
  await menuEntry(page, 'Staff Accounts').click()
  await expect(page).toHaveURL('/staff-accounts')
})

test('[TRUTH-25] a right that is given while its screen is refused leads there, to the address that was asked for', async ({
  page,
  context,
  elsewhere,
  server,
  world,
}) => {
  const person = await world.person({ permissions: [P.CanAccess] })
  await signIn(context, server.origin, person)
  await openLive(page, '/seatManagement?q=smith')
  await expect(page).toHaveURL('/unauthorized')
  await expect(
    page.getByText('Seat Management Report needs SeatManagement, which you do not have.'),
  ).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy details' })
  const before = await copy.boundingBox()
  await giver(await elsewhere(), server.origin, person)([P.CanAccess, P.SeatManagement])
  await expect(page.getByText('which you did not have before. You have it now.')).toBeVisible()
  const open = page.getByRole('link', { name: 'Open Seat Management Report' })
  await expect(open).toBeVisible()
  expect(await copy.boundingBox()).toEqual(before)
  await open.click()
  await expect(page).toHaveURL('/seatManagement?q=smith')
  await expect(page.getByRole('heading', { level: 1, name: 'Seat Management Report' })).toBeVisible()
})

test('[TRUTH-28] a right that is taken away or given moves nothing on Config and Users', async ({
  page,
  context,
  elsewhere,
  server,
  world,
}) => {
  const rights = [P.CanAccess, P.EditAgencyStatus, P.CanUnlockAgencyUsers]
  const person = await world.person({ permissions: rights })
  const id = await usersAgency(world, 'Rights Insurance')
  await signIn(context, server.origin, person)
  const give = giver(await elsewhere(), server.origin, person)
  for (const { tab, ready, without } of [
    { tab: 'config', ready: 'Change details', without: 'edit agency information' },
    { tab: 'users', ready: 'Reload', without: 'unlock users' },
  ]) {
    const notice = page.getByText(`You do not have permission to ${without}.`).first()
    for (const [atFirst, later] of [
      [rights, [P.CanAccess]],
      [[P.CanAccess], rights],
    ] as const) {
      await give([...atFirst])
      await openLive(page, `/agency-detail/${id}?tab=${tab}`)
      await expect(page.getByRole('button', { name: ready }).last()).toBeVisible()
      await expect(healthFacts(page).first()).toBeVisible()
      await expect(notice).toBeVisible({ visible: atFirst !== rights })
      const before = await pressableControls(page)
      await give([...later])
      await expect(notice).toBeVisible({ visible: atFirst === rights })
      expect(await pressableControls(page), tab).toEqual(before)
    }
  }
})

/** The actions that go, or are disabled, without their right, and by what the right is seen to be held or not. */
function rightfulActions(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const isThere = (shown: Locator) => (isHeld: boolean) => expect(shown).toBeVisible({ visible: isHeld })
  const notice = page.getByText(/required permission to download/)
  return [
    {
      tab: 'files',
      right: P.ResetMultifolderToken,
      ready: page.getByText('normally refreshes the token'),
      gone: 'Delete token file',
      expectHeld: isThere(button('Delete token file')),
    },
    {
      tab: 'productsummary',
      right: P.DownloadClientFiles,
      ready: button('Search'),
      expectHeld: (isHeld: boolean) => expect(notice).toBeVisible({ visible: !isHeld }),
    },
    {
      tab: 'esig',
      right: P.CanManageFormstack,
      ready: page.getByRole('heading', { name: 'Registered users' }),
      gone: 'Audit log',
      expectHeld: isThere(button('Audit log')),
    },
    {
      tab: 'config',
      right: P.AgencyManagementAdmin,
      ready: button('Revoke key'),
      expectHeld: (isHeld: boolean) => expect(button('Revoke key')).toBeEnabled({ enabled: isHeld }),
    },
  ]
}

test('[TRUTH-28] a right that is taken away or given moves nothing beside an action that goes or is disabled', async ({
  page,
  context,
  elsewhere,
  server,
  world,
}) => {
  const person = await world.person({ permissions: [P.CanAccess] })
  const id = await signingAgency(world, 'Still Rights Insurance')
  const current = { timestamp: new Date().toISOString(), cmsUser: 'MBX', hawPath: 'X:', clientPath: 'C:' }
  const content = JSON.stringify({ current, lastFailure: null })
  await (await world.software(id)).send({ kind: 'agencyMultifolder', content })
  await signIn(context, server.origin, person)
  const give = giver(await elsewhere(), server.origin, person)
  for (const { tab, right, ready, gone, expectHeld } of rightfulActions(page))
    for (const heldAtFirst of [true, false]) {
      await give([P.CanAccess, ...(heldAtFirst ? [right] : [])])
      await openLive(page, `/agency-detail/${id}?tab=${tab}`)
      await expect(healthFacts(page).first()).toBeVisible()
      await ready.scrollIntoViewIfNeeded()
      await expectHeld(heldAtFirst)
      const others = async () =>
        (await pressableControls(page)).filter((control) => !control.startsWith(`${gone} at`))
      const before = await others()
      await give([P.CanAccess, ...(heldAtFirst ? [] : [right])])
      await expectHeld(!heldAtFirst)
      expect(await others(), `${tab}, held at first: ${heldAtFirst}`).toEqual(before)
    }
})
