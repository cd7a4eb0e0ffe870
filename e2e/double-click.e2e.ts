import { padAgencyId } from '@agency-support/contract/ids'
import { usersAgency, usersTab } from './support/agency-users.ts'
import { esigTab, signingAgency, controlFormstack } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { marketplaceTab, registered, reportEvents } from './support/marketplace.ts'
import { recordCalls } from './support/screens.ts'
import { controlBandwidth, textingAgency, textingTab } from './support/texting.ts'

/** How many bodies name a command, or a field of a call without one. */
const countSent = (bodies: readonly string[], word: string): number =>
  bodies.filter((body) => body.includes(`"${word}"`)).length

test('two clicks cancel an e-signature subscription once, and each account changes once', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await signingAgency(world, 'Twice Cancelled')
  await enter(page)
  const tab = esigTab(page)
  await tab.open(id)
  const sent = recordCalls(page)
  const cancel = tab.danger.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  await tab.question.getByRole('textbox').fill(padAgencyId(id))
  await world.holdingTable('esignature_subscription', async () => {
    await tab.question.getByRole('button', { name: 'Cancel subscription' }).dblclick()
    await expect.poll(() => countSent(sent, 'ESignatureCancelAgencySubscription')).toBe(1)
    // The question disappears with the first click; a second must not open it again.
    await cancel.dblclick()
  })
  await expect(page.getByText('Successfully Cancelled ESignature Subscription')).toBeVisible()
  await expect(tab.question).toHaveCount(0)
  await expect(tab.status).toContainText('Cancelled')
  expect(countSent(sent, 'ESignatureCancelAgencySubscription')).toBe(1)
  const effects = async (): Promise<string> => JSON.stringify(await controlFormstack(server, '/effects'))
  for (const account of [1, 2])
    await expect.poll(async () => (await effects()).split(`deactivated g${id}-${account}":1`).length).toBe(2)
  const rows = await world.sql('select from journal where agency_id = $1 and event = $2', [
    id,
    'esignature.cancelled',
  ])
  expect(rows).toHaveLength(1)
})

test('two clicks reset a test agency once', async ({ page, enter, world }) => {
  const id = await world.agency({ id: 90_000_040, name: 'Twice Reset' })
  await reportEvents(await world.software(id), registered('AAA', 60))
  await enter(page)
  const tab = marketplaceTab(page)
  await tab.open(id)
  const sent = recordCalls(page)
  await tab.reset.getByRole('checkbox', { name: 'Registration' }).check()
  const reset = tab.reset.getByRole('button', { name: 'Reset' })
  await reset.click()
  await tab.question.getByRole('textbox').fill(String(id))
  await world.holdingTable('marketplace_registration', async () => {
    await tab.question.getByRole('button', { name: 'Reset' }).dblclick()
    await expect.poll(() => countSent(sent, 'AgencyMarketplaceReset')).toBe(1)
    await reset.dblclick()
  })
  await expect(tab.question).toHaveCount(0)
  await expect(tab.registrations).not.toContainText('AAA')
  expect(countSent(sent, 'AgencyMarketplaceReset')).toBe(1)
})

test('two clicks assign a new phone number once', async ({ page, enter, world, server }) => {
  const { id } = await textingAgency(world, 'Twice Moved')
  const [number, orderId] = [`385${String(id).slice(-7)}`, `new-${id}`]
  await controlBandwidth(server, 'orders', { id: orderId, kind: 'standard', numbers: [number] })
  await enter(page)
  const tab = textingTab(page)
  await tab.open(id)
  const sent = recordCalls(page)
  await tab.phone.getByRole('button', { name: 'Assign new phone number' }).click()
  const box = (name: string) => tab.dialog.getByRole('textbox', { name })
  await box('New phone number').fill(number)
  await box('Standard Bandwidth Order ID').fill(orderId)
  await box(`Type ${padAgencyId(id)} to confirm`).fill(String(id))
  await world.holdingTable('agency_texting', async () => {
    await tab.dialog.getByRole('button', { name: 'Assign' }).dblclick()
    await expect.poll(() => countSent(sent, 'AdminSetAgencyPhoneNumber')).toBe(1)
  })
  await expect(tab.dialog).toHaveCount(0)
  expect(countSent(sent, 'AdminSetAgencyPhoneNumber')).toBe(1)
  const rows = await world.sql(
    `select from journal where agency_id = $1 and event = 'texting.phoneChanged'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('two clicks make one temporary user', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Twice Temporary')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  const sent = recordCalls(page)
  await tab.create.click()
  await expect(tab.dialog.getByRole('textbox', { name: 'Initials' })).toHaveValue('--0')
  await world.holdingTable('super_user', async () => {
    await tab.dialog.getByRole('button', { name: 'Save' }).dblclick()
    await expect.poll(() => countSent(sent, 'ExpiresOn')).toBe(1)
  })
  await expect(tab.dialog).toContainText('Temporary user --0 created.')
  expect(countSent(sent, 'ExpiresOn')).toBe(1)
  expect(await world.sql('select from super_user where agency_id = $1', [id])).toHaveLength(1)
})
