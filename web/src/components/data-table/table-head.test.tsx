// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { preferences } from '../preferences.ts'
import { toggleUtc } from '../text/local-time.tsx'
import { column, defineTable, minColumnWidth } from './column.ts'
import { DataTable } from './data-table.tsx'
import { timeColumn } from './time-column.tsx'
import { useAddressTable } from './use-address-table.ts'

const col = column<{ name: string; seats: number }>()
const table = defineTable({
  id: 'of-head-test',
  caption: 'Agencies',
  sizes: [25],
  rowId: ({ name }) => name,
  columns: [
    col('name', { header: 'Name', width: 200, rowHeader: true }),
    col('seats', { header: 'Seats', width: 100 }),
  ],
})

beforeEach(() => {
  stubResizeObserver()
  preferences.setUser('lee@support.test')
})
afterEach(() => {
  preferences.clear()
  preferences.setUser(null)
  vi.unstubAllGlobals()
})

function List() {
  return (
    <DataTable
      {...useAddressTable(table)}
      rows={[{ name: 'Lee', seats: 5 }]}
      loading={false}
      error={null}
      onRetry={() => undefined}
      empty={{ text: 'No agencies.' }}
    />
  )
}

/** The handle of a column that is drawn this wide, dragged by the pointer. */
async function holdHandle(header: string, offsetWidth: number) {
  const { wrapper } = await openPage('/seats')
  render(<List />, { wrapper })
  const head = screen.getByRole('columnheader', { name: header })
  Object.defineProperty(head, 'offsetWidth', { value: offsetWidth })
  const handle = head.querySelector('span[aria-hidden]')
  if (handle === null) throw new Error('There is no handle.')
  Object.assign(handle, { setPointerCapture: () => undefined })
  fireEvent.pointerDown(handle, { clientX: 500 })
  return {
    moveTo: (clientX: number) => fireEvent.pointerMove(handle, { clientX }),
    release: (clientX: number) => fireEvent.pointerUp(handle, { clientX }),
    lose: (clientX: number) => fireEvent.pointerCancel(handle, { clientX }),
    drawn: () => document.querySelectorAll('col')[1]?.style.width,
    kept: () => preferences.get().tables[table.id]?.widths,
  }
}

test('a column follows the pointer, is kept as wide as it was let go, and the others stay', async () => {
  preferences.setTable(table.id, { widths: { name: 300 } })
  const { moveTo, release, drawn, kept } = await holdHandle('Seats', 100)
  moveTo(520)
  expect([drawn(), kept()]).toEqual(['120px', { name: 300 }])
  release(540)
  expect([drawn(), kept()]).toEqual(['8.75rem', { name: 300, seats: 140 }])
  moveTo(600)
  expect(drawn()).toBe('8.75rem')
})

test('a drag that the browser takes away ends where it was', async () => {
  const { moveTo, lose, drawn, kept } = await holdHandle('Seats', 100)
  lose(530)
  moveTo(600)
  expect([drawn(), kept()]).toEqual(['8.125rem', { seats: 130 }])
})

test('a column never gets narrower than one can read', async () => {
  const { release, kept } = await holdHandle('Seats', 100)
  release(0)
  expect(kept()).toEqual({ seats: minColumnWidth })
})

test('with larger text the width is kept for text of the usual size', async () => {
  document.documentElement.style.fontSize = '20px'
  onTestFinished(() => document.documentElement.removeAttribute('style'))
  const { release, kept } = await holdHandle('Seats', 100)
  release(600)
  expect(kept()).toEqual({ seats: 160 })
})

test('a press without a drag keeps nothing', async () => {
  const { release, kept } = await holdHandle('Seats', 100)
  release(500)
  expect(kept()).toBeUndefined()
})

const times = defineTable<{ made: string; ended: string }>({
  id: 'of-head-test-times',
  caption: 'Commands',
  sizes: [25],
  rowId: ({ made }) => made,
  columns: [
    timeColumn('made', { header: 'Created', width: 200, format: 'MM/DD/YYYY HH:mm' }),
    timeColumn('ended', { header: 'Ended', width: 200, format: 'MM/DD/YYYY HH:mm' }),
  ],
})

function Times() {
  const shared = { loading: false, error: null, onRetry: () => undefined, empty: { text: 'No commands.' } }
  return <DataTable {...useAddressTable(times)} rows={[]} {...shared} />
}

test('the first column of times names their zone once, also if another was hidden, and sorts by its plain name', async () => {
  const { wrapper } = await openPage('/seats')
  render(<Times />, { wrapper })
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone === 'UTC' ? 'UTC' : 'ET'
  expect(heads()).toEqual([`Created (${zone})`, 'Ended'])
  act(toggleUtc)
  onTestFinished(toggleUtc)
  expect(heads()).toEqual(['Created (UTC)', 'Ended'])
  expect(screen.getByRole('button', { name: 'Created' })).toBeTruthy()
  act(() => preferences.setTable(times.id, { hidden: ['made'] }))
  expect(heads()).toEqual(['Ended (UTC)'])
})
