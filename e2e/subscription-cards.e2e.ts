import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { answerWith, setFault } from './support/back-office.ts'
import { expect, test } from './support/fixture.ts'

const config = (id: number) => `/agency-detail/${id}?tab=config`
const cardNames = ['Billing', 'Main Contacts', 'Seats', 'Date Code']
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The fields by their specified names, which the labels carry as titles, with their values. */
async function readFacts(card: Locator): Promise<string[]> {
  const all = await card.locator('dl').first().locator('dt, dd').all()
  return Promise.all(
    all.map(async (one) => (await one.getAttribute('title')) ?? (await one.textContent()) ?? ''),
  )
}

const known = {
  billing: {
    CmsAgencyId: '00070001',
    CycleStartDay: 15,
    CycleStartMonth: 7,
    PaymentPlan: 'Standard',
    BillingFrequency: 'Monthly',
    Description: '3 seats, hosted',
    PaymentMethod: 'ACH',
  },
  contacts: [
    { PersonId: 101, Name: 'Maria Smith', Initials: 'MS', Email: 'maria@agency.example' },
    { PersonId: 102, Name: 'James Lee', Initials: 'JL', Email: 'james@agency.example' },
    { PersonId: 103, Name: 'Aisha Diaz', Initials: 'AD', Email: null },
  ],
  seats: {
    Total: 3,
    IsLocal: false,
    HostingType: 'Cloud',
    Users: ['adiaz', 'msmith', 'jlee'].map((Username) => ({
      Username,
      FirstName: 'First',
      LastName: 'Last',
      Email: `${Username}@agency.example`,
    })),
  },
  license: '<?xml version="1.0"?>\n<license><seat/><seat/><b onclick="alert(1)">&amp;</b></license>',
}

test('[CONFIG-14] [CONFIG-15] [CONFIG-16] [CONFIG-17] [CONFIG-18] [CONFIG-19] [CONFIG-20] the four cards of the subscription', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await world.agency()
  await answerWith(server, id, known)
  await enter(page)
  await page.goto(config(id))
  const panel = page.getByRole('region', { name: 'Subscription/license' })
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText(cardNames)
  await test.step('Billing shows its seven fields', async () => {
    await expect
      .poll(() => readFacts(card(page, 'Billing')))
      .toEqual(Object.entries(known.billing).flatMap(([term, value]) => [term, String(value)]))
  })
  await expect(card(page, 'Billing').getByText('Cycle start day', { exact: true })).toBeVisible()
  await test.step('Main Contacts shows the first one and the others on demand', async () => {
    const contacts = card(page, 'Main Contacts')
    await expect
      .poll(() => readFacts(contacts))
      .toEqual(['PersonId', '101', 'Name', 'Maria Smith', 'Initials', 'MS', 'Email', 'maria@agency.example'])
    await expect(contacts.getByText('James Lee')).toBeHidden()
    await contacts.getByRole('button', { name: 'Show 2 others' }).click()
    await expect(contacts.getByText('James Lee')).toBeVisible()
    await expect(contacts.getByText('Aisha Diaz')).toBeVisible()
    await contacts.getByRole('button', { name: 'Hide 2 others' }).click()
    await expect(contacts.getByText('James Lee')).toBeHidden()
  })
  await test.step('Seats shows its fields and the users by username, descending', async () => {
    const seats = card(page, 'Seats')
    await expect.poll(() => readFacts(seats)).toEqual(['Total', '3', 'IsLocal', 'No', 'HostingType', 'Cloud'])
    const heads = seats.getByRole('columnheader')
    await expect(heads).toHaveText(['Username', 'FirstName', 'LastName', 'Email'])
    await expect(heads.first()).toHaveAttribute('aria-sort', 'descending')
    await expect(seats.getByRole('rowheader')).toHaveText(['msmith', 'jlee', 'adiaz'])
    await heads.first().getByRole('button').click()
    await expect(seats.getByRole('rowheader')).toHaveText(['adiaz', 'msmith', 'jlee'])
  })
  await test.step('Date Code shows the license as it is, as text', async () => {
    await expect(card(page, 'Date Code').getByRole('region', { name: 'License' })).toHaveText(known.license)
  })
})

test('a license is searched, wrapped and copied in its box', async ({
  page,
  context,
  enter,
  world,
  server,
}) => {
  const id = await world.agency()
  const long = `<license>${'<seat name="x"/>'.repeat(200)}<last/></license>`
  await answerWith(server, id, { license: long })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  await page.goto(config(id))
  const dateCode = card(page, 'Date Code')
  const find = dateCode.getByRole('textbox', { name: 'Find' })
  await find.fill('SEAT')
  await expect(dateCode.getByRole('status')).toHaveText('1 of 200')
  await find.press('Enter')
  await expect(dateCode.getByRole('status')).toHaveText('2 of 200')
  await dateCode.getByRole('button', { name: 'Previous match' }).click()
  await dateCode.getByRole('button', { name: 'Previous match' }).click()
  await expect(dateCode.getByRole('status')).toHaveText('200 of 200')
  await find.fill('nowhere')
  await expect(dateCode.getByRole('status')).toHaveText('Not found')
  await find.press('Escape')
  await expect(find).toHaveValue('')
  const wide = "document.querySelector('pre').scrollWidth > document.querySelector('pre').clientWidth"
  const overflow = () => page.evaluate<boolean>(wide)
  expect(await overflow()).toBe(true)
  await dateCode.getByRole('checkbox', { name: 'Wrap' }).check()
  expect(await overflow()).toBe(false)
  await dateCode.getByRole('button', { name: 'Copy the license' }).click()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(long)
})

test('a license that is too long is cut, and says so, as does a copy of it', async ({
  page,
  context,
  enter,
  world,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await world.agency()
  await setFault(server, { endpoint: 'license', agencyId: id, kind: 'long', bytes: 2_000_000 })
  await enter(page)
  await page.goto(config(id))
  await expect(
    card(page, 'Date Code').getByText('The license is longer than 1 MB; its end is left out.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Copy the license' }).click()
  await expect(page.getByText('Copied the license')).toBeVisible()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  // Not all of it, because a failure would print a megabyte.
  expect(copied.slice(-100)).toMatch(/\n\[The rest of this license is left out: it is longer than 1 MB\.\]$/)
})

test('[CONFIG-21] what is empty shows N/A in all four cards', async ({ page, enter, world, server }) => {
  const id = await world.agency()
  const user = { Username: 'empty', FirstName: null, LastName: '', Email: null }
  await answerWith(server, id, { billing: {}, contacts: [], seats: { Users: [user] }, license: '' })
  await enter(page)
  await page.goto(config(id))
  for (const [name, count] of [
    ['Billing', 7],
    ['Main Contacts', 4],
    ['Seats', 3],
  ] as const)
    await expect(card(page, name).locator('dl').first().locator('dd')).toHaveText(Array(count).fill('N/A'))
  await expect(card(page, 'Seats').locator('tbody').getByRole('cell')).toHaveText(['N/A', 'N/A', 'N/A'])
  await expect(card(page, 'Date Code')).toHaveText('Date CodeN/A')
  const unlicensed = await world.agency()
  await answerWith(server, unlicensed, { seats: { Users: [] } })
  await page.goto(config(unlicensed))
  await expect(card(page, 'Seats').locator('tbody')).toHaveText('N/A')
})

test('[CONFIG-29] an answer that is a failure shows its code, message and exception; the other cards live', async ({
  page,
  context,
  enter,
  world,
  server,
}) => {
  const id = await world.agency()
  await answerWith(server, id, known)
  await setFault(server, { endpoint: 'billing', agencyId: id, kind: 'malformed' })
  await setFault(server, { endpoint: 'contacts', agencyId: id, kind: 'status', status: 404 })
  await setFault(server, { endpoint: 'seats', agencyId: id, kind: 'status', status: 500 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  await page.goto(config(id))
  for (const name of ['Billing', 'Main Contacts', 'Seats'])
    await expect(card(page, name).getByRole('alert')).toHaveText('An error has occurred...')
  await expect(card(page, 'Date Code').getByRole('region', { name: 'License' })).toHaveText(known.license)
  await test.step('what is absent is N/A', async () => {
    expect(await readFacts(card(page, 'Billing'))).toEqual([
      'Code',
      'N/A',
      'Message',
      'The billing data cannot be read.',
      'Exception',
      'N/A',
    ])
    expect(await readFacts(card(page, 'Main Contacts'))).toEqual([
      'Code',
      '2',
      'Message',
      'The back office does not know this agency.',
      'Exception',
      'N/A',
    ])
  })
  const seats = card(page, 'Seats')
  const [, , , message, , exception] = await readFacts(seats)
  expect(message).toBe('The back office cannot be reached at the moment.')
  expect(exception).toMatch(/^[0-9a-f-]{36}$/)
  await test.step('the failure can be pasted into a ticket', async () => {
    await seats.getByRole('button', { name: 'Copy as text' }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(new RegExp(`^Seats, agency ${id}, 20.+Z\n`))
    expect(copied).toContain(
      `An error has occurred...\nCode: 503\nMessage: ${message}\nException: ${exception}`,
    )
  })
  await expectAccessible(page, 'failed cards')
  await test.step('and tried again', async () => {
    await answerWith(server, id, { seats: known.seats })
    await seats.getByRole('button', { name: 'Try again' }).click()
    await expect(seats.getByRole('rowheader')).toHaveText(['msmith', 'jlee', 'adiaz'])
  })
})

test('[CONFIG-30] a call that gets no answer is shown as an internal error of its card', async ({
  page,
  context,
  enter,
  world,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const id = await world.agency()
  for (const endpoint of ['billing', 'contacts', 'seats', 'license'])
    await setFault(server, { endpoint, agencyId: id, kind: 'status', status: 500 })
  await enter(page)
  await page.goto(config(id))
  for (const name of cardNames)
    await expect(card(page, name).getByRole('alert')).toHaveText('An error has occurred...')
  await context.setOffline(true)
  for (const name of cardNames) {
    await card(page, name).getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, name).getByRole('alert')).toHaveText(
      `An internal error has occurred at ${name}. Please report this issue to Development.`,
    )
  }
  await context.setOffline(false)
})
