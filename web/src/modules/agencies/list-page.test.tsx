// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { Page } from './list-page.tsx'

const found = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    agencyId: at + 1,
    name: `Common ${at + 1}`,
    versionDisplay: '5.4.2',
    isCloud: false,
    status: 2,
    regionId: 2,
    mainContact: '',
  }))

beforeEach(stubResizeObserver)
Element.prototype.scrollIntoView = () => undefined

/** What the list that was searched for "common" says of its length, with the server's remark about its answer. */
async function openList(count: number, message: string) {
  await answeringCalls({
    AgencySearch: { ...done(...found(count)), message },
    GetFeatureSwitches: done(),
  })
  const { wrapper } = await openPage('/?q=common')
  render(<Page />, { wrapper })
  expect(await screen.findByText(`1–25 of ${count}`)).toBeDefined()
  const says = (pattern: RegExp) => screen.queryByText(pattern)?.textContent
  return { rows: says(/ rows$/), others: says(/Narrow the search to see others/) }
}

test('exactly as many agencies as are returned at most are all there are', async () => {
  expect(await openList(500, '')).toEqual({ rows: '500 rows', others: undefined })
})

test('of more agencies than are returned the list says that these are the first', async () => {
  expect(await openList(500, 'first 500, narrow the search')).toEqual({
    rows: 'First 500 rows',
    others: 'These are the first 500 agencies. Narrow the search to see others.',
  })
})

const beforeSearch = /^Search by id or name/

test('an emptied field asks nothing and leaves the rows', async () => {
  const calls = await answeringCalls({ AgencySearch: done(...found(3)), GetFeatureSwitches: done() })
  const { wrapper } = await openPage('/?q=common')
  render(<Page />, { wrapper })
  expect(await screen.findByText('Common 3')).toBeDefined()
  await userEvent.clear(screen.getByLabelText('Agency Id or Name'))
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(screen.getByText('Common 3')).toBeDefined()
  expect(screen.queryByText(beforeSearch)).toBeNull()
  expect(calls.inputs('AgencySearch')).toEqual([{ searchText: 'common' }])
})

test('when nothing is found, the search can be cleared, and what is there before a search comes back', async () => {
  await answeringCalls({ AgencySearch: done(), GetFeatureSwitches: done() })
  const { wrapper } = await openPage('/?q=zzzz')
  render(<Page />, { wrapper })
  expect(await screen.findByText('No Results')).toBeDefined()
  const [, inTable] = screen.getAllByRole('button', { name: 'Clear search' })
  await userEvent.click(inTable as Element)
  expect(await screen.findByText(beforeSearch)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Agency Id or Name'))
})
