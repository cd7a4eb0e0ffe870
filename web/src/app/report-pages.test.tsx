// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../test/answering-calls.ts'
import { openPage } from '../../test/page.tsx'
import { stubResizeObserver } from '../../test/without-layout.ts'
import { handleShortcutEvent } from '../components/keyboard/shortcuts.ts'
import { activityPaths } from '../modules/activity/paths.ts'
import { Page as Signins } from '../modules/activity/signins-page.tsx'
import { Page as Totals } from '../modules/activity/totals-page.tsx'
import { Page as Activation } from '../modules/reports/activation-page.tsx'
import { Page as Billing } from '../modules/reports/billing-page.tsx'
import { Page as Events } from '../modules/reports/events-page.tsx'
import { reportPaths } from '../modules/reports/paths.ts'
import { Page as Orphans } from '../modules/texting/orphans-page.tsx'
import { textingPaths } from '../modules/texting/paths.ts'
import { Page as TcrReport } from '../modules/texting/tcr-report-page.tsx'

const products = done({ productId: 7, name: 'Rate Pro', keyId: 0 })
const lists = { ReportProductListing: products, SubscriptionReportProducts: products }

/** Its address, its page, and the calls of its parts. */
type Report = readonly [path: string, Page: ComponentType, calls: readonly [string, ...string[]]]

const reports: readonly Report[] = [
  [reportPaths.billing, Billing, ['ReportProductBilling']],
  [reportPaths.activation, Activation, ['ReportProductActivation']],
  [reportPaths.events, Events, ['SubscriptionReportEvents']],
  [activityPaths.totals, Totals, ['ReportProductsPeriods', 'ReportProductsLastN']],
  [activityPaths.signins, Signins, ['GetHostingEnvSigninsLastNHours']],
  [textingPaths.tcrReport, TcrReport, ['AdminGetTCRInformation']],
  [textingPaths.tcrCleanup, Orphans, ['AdminGetTCROrphans']],
]

beforeEach(stubResizeObserver)

/** Expects each part of a report whose calls are refused with this message to show the text. */
async function expectShown([path, Page, calls]: Report, message: string, text: string) {
  await answeringCalls({
    ...lists,
    ...Object.fromEntries(calls.map((call) => [call, refused(409, message)])),
  })
  const { wrapper } = await openPage(`${path}?product=7`, path)
  render(<Page />, { wrapper })
  const shown = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  await waitFor(() => expect(shown()).toEqual(calls.map(() => text)))
}

const parts = reports.flatMap(([path, Page, calls]) =>
  calls.map((call) => [call, path, Page, calls] as const),
)

test.each(parts)('[SHELL-26] while %s runs, %s shows that it loads', async (call, path, Page, calls) => {
  const late = lateAnswer()
  const others = calls.filter((one) => one !== call).map((one) => [one, refused(409, 'No.')] as const)
  const server = await answeringCalls({ ...lists, ...Object.fromEntries(others), [call]: late.answer })
  const { wrapper } = await openPage(`${path}?product=7`, path)
  render(<Page />, { wrapper })
  // Then nothing else is under way.
  await waitFor(() => expect(server.names()).toEqual(expect.arrayContaining([...calls])))
  await waitFor(() => expect(screen.queryAllByRole('alert')).toHaveLength(others.length))
  const isLoading = () => document.querySelector('[aria-busy="true"]') !== null
  expect(isLoading()).toBe(true)
  late.give(refused(409, 'No.'))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(calls.length))
  expect(isLoading()).toBe(false)
})

test.each(reports)(
  '[RPT-BILLING-08] [RPT-ACTIVATION-09] [RPT-SUBEVENTS-17] [RPT-TOTALS-10] [RPT-SIGNINS-08] [RPT-TCR-10] %s refused without a message says Something went wrong',
  (...report) => expectShown(report, '', 'Something went wrong'),
)

test.each(reports)(
  '[SHELL-26] [RPT-ACTIVATION-09] [RPT-SUBEVENTS-17] [RPT-TOTALS-10] [RPT-SIGNINS-08] [RPT-TCR-10] %s refused with a message shows it',
  (...report) => expectShown(report, 'It is being moved.', 'It is being moved.'),
)

const now = new Date().toISOString()
/** A row of agency 6938 in any of the reports. */
const row = {
  agencyId: 6938,
  name: 'Smith Insurance',
  agencyName: 'Smith Insurance',
  createdBy: 'agency',
  updatedBy: 'agency',
  id: 4711,
  eventDate: now,
  subscriptionStatus: 0,
  subscriptionStarted: now,
  subscriptionStopped: null,
  optInDate: null,
  phoneNumber: '',
  tcrNumber: 'C0001',
  createdOn: now,
  updatedOn: now,
}

test.each(reports.filter(([path]) => !Object.values<string>(activityPaths).includes(path)))(
  'in %s Shift and C copy the agency id as it stands there',
  async (path, Page, [call]) => {
    await answeringCalls({ ...lists, [call]: done(row) })
    const { wrapper } = await openPage(`${path}?product=7`, path)
    document.addEventListener('keydown', handleShortcutEvent)
    onTestFinished(() => document.removeEventListener('keydown', handleShortcutEvent))
    HTMLElement.prototype.scrollIntoView = () => undefined
    const user = userEvent.setup({ delay: null })
    render(<Page />, { wrapper })
    await screen.findByRole('link', { name: '00006938' })
    await user.keyboard('j{Shift>}C{/Shift}')
    expect(await navigator.clipboard.readText()).toBe('00006938')
  },
)

test.each([
  [reportPaths.billing, Billing, 'ReportProductBilling', 'q=nobody'],
  [reportPaths.activation, Activation, 'ReportProductActivation', 'f.optedIn=1'],
  [reportPaths.events, Events, 'SubscriptionReportEvents', 'f.event=1'],
  [textingPaths.tcrReport, TcrReport, 'AdminGetTCRInformation', 'q=nobody'],
])(
  '[RPT-BILLING-03] [RPT-TCR-02] in %s Export is off, with its reason, while no row passes the filters',
  async (path, Page, call, filter) => {
    await answeringCalls({ ...lists, [call]: done(row) })
    const { wrapper } = await openPage(`${path}?product=7&${filter}`, path)
    render(<Page />, { wrapper })
    const off = await screen.findByRole<HTMLButtonElement>('button', { name: 'Export' })
    expect([off.disabled, off.getAttribute('aria-describedby')]).toEqual([true, expect.any(String)])
    expect(screen.getByText('No row matches, so there is nothing to export.').id).toBe(
      off.getAttribute('aria-describedby'),
    )
  },
)

test('in the activation report each head that misleads says so', async () => {
  await answeringCalls({ ...lists, ReportProductActivation: done(row) })
  const { wrapper } = await openPage(`${reportPaths.activation}?product=7`, reportPaths.activation)
  render(<Activation />, { wrapper })
  const signs = await screen.findAllByRole('img', { name: 'Misleading' })
  expect(
    signs.map((sign) => [
      sign.closest('th')?.textContent?.replace(/ \(.*\)$/, ''),
      sign.closest('[data-tip]')?.getAttribute('data-tip'),
    ]),
  ).toEqual([
    ['Date', 'The Date column is the opt-in date, not a subscription change date.'],
    ['Name', 'The Name and Initials columns are the user who opted into data sharing.'],
    ['Initials', 'The Name and Initials columns are the user who opted into data sharing.'],
  ])
})
