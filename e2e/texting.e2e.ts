import { padAgencyId } from '@agency-support/contract/ids'
import { agencies } from '@agency-support/contract/modules/agencies'
import { texting } from '@agency-support/contract/modules/texting'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { openLive, recordCalls } from './support/screens.ts'
import { expectNoShift, watchShifts } from './support/still.ts'
import { confirmBy, signInLongAgo, whoIsIt } from './support/second-factor.ts'
import { resetBandwidth, controlBandwidth, textingAgency, textingTab } from './support/texting.ts'
import { agent, password, type World } from './support/world.ts'

test.afterEach(({ server }) => resetBandwidth(server))

/** The status of the texting product was read, set to 0 and set to 1, and nothing else. */
function expectSwitched(calls: readonly string[], agencyId: number): void {
  const product = { agencyId, productKey: 5 }
  expect([...new Set(calls.filter((body) => body.includes('AgencyProductStatus')))]).toEqual([
    JSON.stringify({ command: 'GetAgencyProductStatus', ...product }),
    JSON.stringify({ command: 'UpdateAgencyProductStatus', ...product, status: 0 }),
    JSON.stringify({ command: 'UpdateAgencyProductStatus', ...product, status: 1 }),
  ])
}

test('[TEXTING-01] [TEXTING-02] [TEXTING-25] [TEXTING-27] [TEXTING-28] [TEXTING-30] [PROV-15] [PROV-22] the tab shows how texting stands, and its status is switched', async ({
  page,
  enter,
  world,
  server,
}) => {
  const { id, phone } = await textingAgency(world, 'Texting Insurance')
  await enter(page)
  const calls = recordCalls(page)
  const tab = textingTab(page)
  await tab.open(id)
  await expect(tab.fact('Order status')).toContainText('Order Completed')
  await expect(tab.fact('Agency phone')).toContainText(
    `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`,
  )
  await expect(tab.fact('TCR number')).toHaveText('N/A')
  await expect(tab.fact('SignalR connections')).toContainText('None')
  await expect(page.getByRole('link', { name: 'Texting of all agencies' })).toHaveAttribute(
    'href',
    `/texting?agency=${id}`,
  )
  await expect(tab.status).toContainText('Bandwidth answered just now')
  await expect(tab.toggle).toHaveAccessibleDescription(/A phone number and a TCR number are required\./)
  await expect(tab.toggle).toHaveAttribute('aria-disabled', 'true')
  await expectReasons(page, 'texting without a TCR number')

  await test.step('[TEXTING-20] [PROV-65] the TCR number counts at once, and Bandwidth follows', async () => {
    await controlBandwidth(server, 'option-seconds', { seconds: 3_600 })
    const field = tab.tcr.getByRole('textbox', { name: 'New TCR number' })
    await field.fill('C-1')
    await field.press('Enter')
    await expect(tab.tcr).toContainText('A TCR number consists of 1 to 20 letters or digits.')
    await field.fill('CJEUMDK')
    await field.press('Enter')
    await expect(page.getByText('Campaign Number updated successfully.')).toBeVisible()
    await expect(tab.fact('TCR number')).toContainText('CJEUMDK')
    await expect(tab.fact('TCR number')).toContainText('Waiting for Bandwidth')
    await expectAccessibleInBoth(page, 'texting')
  })
  await tab.toggle.press('Space')
  await expect(page.getByText('Texting enabled successfully.')).toBeVisible()
  await expect(tab.toggle).toBeChecked()
  await tab.toggle.press('Space')
  await expect(page.getByText('Texting disabled for agency use.')).toBeVisible()
  await expect(tab.toggle).not.toBeChecked()
  expectSwitched(calls, id)

  await test.step('[TEXTING-23] [PROV-58] removing the TCR number asks first', async () => {
    await tab.tcr.getByRole('button', { name: 'Remove TCR number' }).click()
    await expect(tab.question).toContainText('the texting product status is reset to Pending')
    await tab.question.getByRole('button', { name: 'Cancel' }).click()
    await expect(tab.fact('TCR number')).toContainText('CJEUMDK')
    await tab.tcr.getByRole('button', { name: 'Remove TCR number' }).click()
    await tab.question.getByRole('button', { name: 'Remove' }).click()
    await expect(
      page.getByText("Agency TCR number has been removed. Texting Product Status reset to 'Pending'."),
    ).toBeVisible()
    await expect(tab.fact('TCR number')).toContainText('N/A')
  })
})

test('[TEXTING-12] [TEXTING-13] [TEXTING-14] [TEXTING-15] [TEXTING-16] [TEXTING-17] [PROV-58] [PROV-64] a new number is typed with its order and confirmed by the agency id', async ({
  page,
  enter,
  world,
}) => {
  const { id } = await textingAgency(world, 'Moving Insurance')
  const person = await world.person({ permissions: [2000, 4001] })
  await enter(page, person)
  await signInLongAgo(world, person)
  const calls = recordCalls(page)
  const tab = textingTab(page)
  await tab.open(id)
  await tab.phone.getByRole('button', { name: 'Assign new phone number' }).press('Enter')
  await expect(tab.dialog).toContainText('The change cannot be undone and replaces the current number.')
  const phone = tab.dialog.getByRole('textbox', { name: 'New phone number' })
  const box = tab.dialog.getByRole('checkbox', { name: 'Standard order' })
  await expect(phone).toBeFocused()
  await expect(box).toBeChecked()
  await expect(tab.dialog.getByRole('textbox', { name: 'Standard Bandwidth Order ID' })).toBeVisible()
  await box.press('Space')
  await expect(tab.dialog.getByRole('textbox', { name: 'Hosted Services Bandwidth Order ID' })).toBeVisible()
  await box.press('Space')
  const assign = tab.dialog.getByRole('button', { name: 'Assign' })
  await expect(assign).toBeDisabled()
  await tab.dialog.getByRole('textbox', { name: `Type ${padAgencyId(id)} to confirm` }).fill(String(id))
  await phone.fill('1 (385) 555-1234 99')
  await expect(phone).toHaveValue('13855551234')
  await phone.fill('abc385555123')
  await expect(phone).toHaveValue('385555123')
  await assign.click()
  await expect(tab.dialog).toContainText('New phone number must be at least 10 digits')
  await expect(tab.dialog).toContainText('An order id is required.')
  await expectAccessibleInBoth(page, 'a new phone number')
  const number = `385${String(id).slice(-7)}`
  await phone.fill(number)
  const orderId = tab.dialog.getByRole('textbox', { name: 'Standard Bandwidth Order ID' })
  await orderId.fill('order #12')
  await assign.click()
  await expect(orderId).toHaveAccessibleDescription(
    /An order id consists of 1 to 64 letters, digits or dashes\./,
  )
  await orderId.fill('none')
  await assign.click()
  await expect(whoIsIt(page)).toBeVisible()
  await confirmBy(page, 'Password', password)
  await expect(tab.dialog).toContainText('Order not found at Bandwidth.')
  const sent = calls.filter((body) => body.includes('"AdminSetAgencyPhoneNumber"')).at(-1) ?? '{}'
  const order = { phoneNumber: number, orderId: 'none', isStandardOrder: true }
  expect(JSON.parse(sent)).toMatchObject({ agencyId: id, ...order })
  await expect(phone).toHaveValue(number)
  await tab.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.dialog).toHaveCount(0)
})

test('[TEXTING-18] [PROV-63] a number whose order is pending comes when it completes, in every browser', async ({
  page,
  enter,
  elsewhere,
  world,
  server,
}) => {
  const { id } = await textingAgency(world, 'Waiting Insurance')
  await enter(page, await world.person({ permissions: [2000, 4001] }))
  const tab = textingTab(page)
  await tab.open(id)
  const other = textingTab(await elsewhere(agent))
  await other.open(id)
  await expect(other.fact('Order status')).toContainText('Order Completed')
  const number = `385${String(id).slice(-7)}`
  const phone = tab.dialog.getByRole('textbox', { name: 'New phone number' })
  const orderId = tab.dialog.getByRole('textbox', { name: 'Standard Bandwidth Order ID' })
  const typed = tab.dialog.getByRole('textbox', { name: 'to confirm' })
  await controlBandwidth(server, 'orders', {
    id: `next-${id}`,
    kind: 'standard',
    numbers: [number],
    endsAfter: 3_600,
  })
  await tab.phone.getByRole('button', { name: 'Assign new phone number' }).press('Enter')
  await phone.fill(number)
  await orderId.fill(`next-${id}`)
  await typed.fill(String(id))
  await typed.press('Enter')
  await expect(page.getByText('Order pending. The number changes when the order completes.')).toBeVisible()
  await expect(tab.dialog).toHaveCount(0)
  const shown = `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
  for (const one of [tab, other])
    await expect(one.fact('Agency phone')).toContainText(`Order pending: ${shown}`)
  for (const one of [tab, other]) await expect(one.fact('Order status')).toContainText('Order Pending')
  await expect(tab.phone.getByRole('button', { name: 'Assign new phone number' })).toBeDisabled()
  await controlBandwidth(server, 'clock', { turn: 3_600 })
  for (const one of [tab, other]) {
    await expect(one.fact('Agency phone')).toContainText(shown)
    await expect(one.fact('Agency phone')).not.toContainText('Order pending')
    await expect(one.fact('Order status')).toContainText('Order Completed')
  }
  await controlBandwidth(server, 'orders', {
    id: `last-${id}`,
    kind: 'standard',
    numbers: [`386${number.slice(3)}`],
  })
  await tab.phone.getByRole('button', { name: 'Assign new phone number' }).press('Enter')
  await phone.fill(`386${number.slice(3)}`)
  await orderId.fill(`last-${id}`)
  await typed.fill(String(id))
  await typed.press('Enter')
  await expect(page.getByText('Agency phone number has been changed successfully.')).toBeVisible()
  await expect(other.fact('Agency phone')).toContainText(`386-`)
})

test('[TEXTING-33] [TEXTING-35] [TEXTING-36] [TEXTING-37] [PROV-56] [PROV-69] a message is looked up by keyboard, and ours is compared with Bandwidth', async ({
  page,
  enter,
  world,
  server,
}) => {
  const { id, phone } = await textingAgency(world, 'Lookup Insurance')
  await enter(page)
  const tab = textingTab(page)
  await tab.open(id)
  await expect(tab.fact('Order status')).toContainText('Order Completed')
  const field = tab.message.getByRole('textbox', { name: 'Message id' })
  await expect(tab.message.getByRole('button', { name: 'Find' })).toBeDisabled()
  await field.fill('none')
  const assign = tab.phone.getByRole('button', { name: 'Assign new phone number' })
  const before = await assign.boundingBox()
  await field.press('Enter')
  await expect(tab.message).toContainText('Message not found')
  expect(await assign.boundingBox()).toEqual(before)
  await controlBandwidth(server, 'messages', {
    messageId: `bw-${id}`,
    sourceTn: `+1${phone}`,
    destinationTn: '+13855550100',
    messageStatus: 'FAILED',
    messageDirection: 'OUTBOUND',
    messageType: 'sms',
    segmentCount: 1,
    errorCode: 4720,
    receiveTime: '2026-11-20T14:44:12Z',
    attachmentCount: 1,
    campaignId: null,
  })
  await field.fill(` bw-${id} `)
  await field.press('Enter')
  await expect(tab.message).toContainText(/Error.*Text.*Sent.*→ 385-555-0100/)
  await expect(tab.message).toContainText('See you Monday')
  expect(await assign.boundingBox()).toEqual(before)
  await expect(tab.message).toContainText('Attachments: 1')
  await expect(tab.message).toContainText('The carrier rejected the destination address as invalid (4720)')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill(`msg gone-${id}`)
  await page.keyboard.press('Enter')
  await expect(tab.message).toContainText('Message not found')
  await expect(field).toHaveValue(`gone-${id}`)
  await tab.tcr.getByRole('textbox', { name: 'New TCR number' }).fill('CX34567')
  await tab.tcr.getByRole('button', { name: 'Update' }).click()
  await expect(tab.fact('TCR number')).toContainText('Bandwidth refused it: The campaign is EXPIRED there.')
  const compare = tab.comparison.getByRole('button', { name: 'Compare with Bandwidth' })
  await expect(tab.comparison.getByRole('table')).toHaveCount(0)
  await compare.press('Enter')
  await expect(tab.comparison.getByRole('status')).toHaveText('2 of 3 differ.')
  await expectAccessibleInBoth(page, 'a message and a comparison')
  await tab.comparison.getByRole('button', { name: 'Send CX34567 again' }).press('Enter')
  await expect(tab.tcr.getByRole('textbox', { name: 'New TCR number' })).toHaveValue('CX34567')
  await expect(tab.tcr.getByRole('textbox', { name: 'New TCR number' })).toBeFocused()
})

test('a Texting tab that goes while it is open, because the domain is taken away elsewhere, says why', async ({
  page,
  enter,
  world,
}) => {
  const { id } = await textingAgency(world, 'Leaving Insurance')
  await enter(page, agent)
  await openLive(page, `/agency-detail/${id}?tab=texting`)
  await expect(page.getByRole('tab', { name: 'Texting*', selected: true })).toBeVisible()
  const why = page.getByText('Texting is not shown because it is not one of this agency’s domains')
  await expect(why).toHaveCount(0)
  await world.asStaff((call) => call(agencies.updateDetails, { agencyId: id, to: { domains: 1 } }))
  await expect(why).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Texting*' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Config' }).click()
  await expect(why).toHaveCount(0)
})

/** The switch fails, with the sentence of the envelope and with that of the wrapper. */
async function expectSwitchFails(page: Page, world: World): Promise<void> {
  const { toggle } = textingTab(page)
  const failed = (message: string) => page.getByText(`Error updating Texting Product Status: ${message}`)
  await toggle.press('Space')
  await expect(failed('A phone number and a TCR number are required.')).toBeVisible()
  await world.without('agency_texting', async () => {
    await toggle.press('Space')
    await expect(failed('An error occurred.')).toBeVisible()
  })
}

const campaign = { kind: 'campaign', id: 'c', at: '2026-11-20T14:45:00Z', tcrNumber: 'CJEUMDK' } as const

test('[TEXTING-06] [TEXTING-07] [TEXTING-09] [TEXTING-25] [TEXTING-26] [TEXTING-31] [PROV-06] [PROV-24] what is missing, refused or not permitted says so', async ({
  page,
  enter,
  world,
  server,
  expectErrors,
}) => {
  const tab = textingTab(page)
  await test.step('an agency that never set texting up', async () => {
    const id = await world.agency({ name: 'Silent Insurance' })
    await world.asStaff((call) => call(agencies.updateDetails, { agencyId: id, to: { domains: 2 } }))
    await enter(page, agent)
    await tab.open(id)
    await expect(tab.status).toContainText(
      'Agency not found. Please make sure they have gone through the Texting Setup process.',
    )
  })
  const { id, software } = await textingAgency(world, 'Reading Insurance')
  await software.call(texting.reportSetUp, { events: [campaign] })
  await controlBandwidth(server, 'fault', { endpoint: 'order', kind: 'status', status: 500 })
  await watchShifts(page)
  await tab.open(id)
  await expect(tab.fact('Order status')).toContainText('Error getting bandwidth order information.')
  await expect(tab.fact('Order status')).toContainText('Bandwidth cannot be reached at the moment.')
  await expectNoShift(page, 'an order that cannot be read')
  await expect(tab.status).toContainText('Bandwidth status unknown')
  await expect(
    page
      .getByText('You do not have permission to manage texting. Please contact your manager for assistance.')
      .first(),
  ).toBeVisible()
  await expect(tab.phone.getByRole('button', { name: 'Assign new phone number' })).toBeDisabled()
  await expect(tab.tcr.getByRole('textbox')).toBeDisabled()
  await expect(tab.fact('TCR number')).toContainText('CJEUMDK')
  for (const name of ['Update', 'Remove TCR number'])
    await expect(tab.tcr.getByRole('button', { name })).toBeDisabled()
  await expect(tab.toggle).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'texting without permission')
  await enter(page)
  await test.step('a campaign without a number', async () => {
    const other = await world.agency({ name: 'Campaign Insurance', domains: 2 })
    await (await world.software(other)).call(texting.reportSetUp, { events: [campaign] })
    await tab.open(other)
    await expect(tab.fact('Order status')).toContainText('No order information found')
    await expect(tab.fact('Agency phone')).toHaveText('N/A')
    await expect(tab.fact('TCR number')).toContainText('CJEUMDK')
    await expect(tab.toggle).toHaveAttribute('aria-disabled', 'true')
  })
  await tab.open(id)
  await expect(tab.toggle).toHaveAttribute('aria-checked', 'false')
  await world.sql(
    'update agency_texting set tcr_number = null, tcr_created_by = null, tcr_created_at = null where agency_id = $1',
    [id],
  )
  expectErrors(/ 500 /)
  await expectSwitchFails(page, world)
})
