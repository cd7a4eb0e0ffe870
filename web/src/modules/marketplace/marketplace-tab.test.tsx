// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { Tab } from './marketplace-tab.tsx'

const registration = {
  initials: 'AAA',
  email: 'aaa@lee.example',
  confirmed: true,
  confirmationCode: '',
  codeExpiration: '2026-03-15T12:00:00Z',
}
const product = {
  id: 7,
  name: 'Rater',
  providerName: 'Acme',
  enabled: true,
  optedIn: false,
  optInUser: null,
  optInTimeStamp: null,
  subscribed: true,
  subscriptionTimestamp: null,
}

beforeEach(stubResizeObserver)

test('[MKT-46] a reset card that cannot be loaded says so and leaves the other two parts', async () => {
  const cloud = [500, done({ clientFiles: 12, domainFiles: 0, reset: null })]
  await answeringCalls({
    GetPendingMarketplaceRegistrations: done(registration),
    GetAgencyMarketplaceProducts: done(product),
    GetAgencyCloudData: () => cloud.shift() ?? 404,
  })
  const { wrapper } = await openPage('/agency-detail/90000001', '/agency-detail/$id')
  render(<Tab agency={{ ...agency, agencyId: 90_000_001 }} />, { wrapper })
  await screen.findByRole('rowheader', { name: /^AAA/ })
  await screen.findByRole('rowheader', { name: /^Rater/ })
  const reset = screen.getByRole('region', { name: 'Agency Reset' })
  expect((await within(reset).findByRole('alert')).textContent).toContain('Something went wrong')
  expect(within(reset).queryByRole('checkbox')).toBeNull()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  await userEvent.click(within(reset).getByRole('button', { name: 'Try again' }))
  await within(reset).findByRole('checkbox', { name: 'Registration' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an opt-in whose person is unknown tells the initials alone', async () => {
  const optInUser = { name: '', initials: 'SCO' }
  await answeringCalls({
    GetPendingMarketplaceRegistrations: done(),
    GetAgencyMarketplaceProducts: done({ ...product, optedIn: true, optInUser }),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Tab agency={agency} />, { wrapper })
  const rater = await screen.findByRole('row', { name: /^Rater/ })
  expect(within(rater).getByText(/^Yes/).textContent).toBe('Yes, SCO, N/A')
})

test('[MKT-14] products are first sorted by name, a search without a hit finds No Results; nothing at all is No data', async () => {
  const names = ['Rater', 'Quoter', 'vault']
  const answers = [done(...names.map((name, id) => ({ ...product, id, name }))), done()]
  await answeringCalls({
    GetPendingMarketplaceRegistrations: done(),
    GetAgencyMarketplaceProducts: () => answers.shift() ?? 404,
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Tab agency={agency} />, { wrapper })
  const products = within(await screen.findByRole('region', { name: 'Product Summary' }))
  const heads = await products.findAllByRole('rowheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Quoter', 'Rater', 'vault'])
  const registrations = within(screen.getByRole('region', { name: 'Pending registrations' }))
  expect(registrations.getByText('No data')).toBeTruthy()
  await userEvent.type(products.getByRole('textbox', { name: 'Search' }), 'none such')
  expect(await products.findByText('No Results')).toBeTruthy()
  await userEvent.click(products.getByRole('button', { name: 'Refresh' }))
  expect(await products.findByText('No data')).toBeTruthy()
})
