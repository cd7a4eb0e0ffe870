// @vitest-environment jsdom
import { judgedReports } from '@agency-support/contract/modules/agency-reports'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { agency } from '../../test/agency.ts'
import { answeringCalls, done } from '../../test/answering-calls.ts'
import { openPage } from '../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../test/without-layout.ts'
import { allAgencyTabs } from './agency-tabs.ts'

beforeEach(() => {
  stubMatchMedia()
  stubResizeObserver()
})

/** The tabs that say what a report or file held that was not understood. */
const tabsByReport: Readonly<Record<(typeof judgedReports)[number], readonly string[]>> = {
  users: ['users'],
  signins: ['users'],
  seats: ['seatmanagement'],
  errors: ['files'],
  metrics: ['productsummary'],
  config: ['config', 'users'],
  certificates: ['certs'],
  esignature: ['esig'],
  marketplace: ['marketplace'],
  texting: ['texting'],
  messages: ['texting'],
}
const tabs = [...new Set(Object.values(tabsByReport).flat())].map((name) => {
  const reports = judgedReports.filter((report) => tabsByReport[report].includes(name))
  return [name, reports] as const
})

test.each(tabs)('[AGENT-19] the tab %s says what was not understood of %j', async (name, reports) => {
  const notes = judgedReports.map((report) => ({
    report,
    summary: `1 of 3 ${report}: status 4 is not known`,
    entries: [],
    notedAt: '2026-11-20T08:00:00Z',
  }))
  // Nothing else can be read, which hides no note.
  await answeringCalls({ GetAgencyReportNotes: done(...notes) })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  const { Part, fetch } =
    allAgencyTabs.find((tab) => tab.name === name)?.page ?? expect.unreachable(`there is no tab ${name}`)
  await fetch()
  render(<Part agency={agency} />, { wrapper })
  const shown = await screen.findAllByText(/was not understood completely/)
  expect(
    shown.map(({ textContent }) => /1 of 3 (\w+): status 4 is not known\. /.exec(textContent)?.[1]),
  ).toEqual(reports)
})
