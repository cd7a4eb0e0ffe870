// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { shortcuts } from '../keyboard/shortcuts.ts'
import { column, defineTable } from './column.ts'
import { DataTable } from './data-table.tsx'
import { useAddressTable } from './use-address-table.ts'

const table = defineTable<{ id: number }>({
  id: 'numbers-of-test',
  caption: 'Numbers',
  sizes: [2],
  rowId: ({ id }) => String(id),
  columns: [column<{ id: number }>()('id', { header: 'Id', width: 80, rowHeader: true })],
})
const rows = [1, 2, 3, 4, 5].map((id) => ({ id }))

function List() {
  return (
    <DataTable
      {...useAddressTable(table)}
      rows={rows}
      loading={false}
      error={null}
      onRetry={() => undefined}
      empty={{ text: 'No data' }}
    />
  )
}

async function openList(path: string) {
  stubResizeObserver()
  onTestFinished(() => void vi.unstubAllGlobals())
  const { wrapper, ...page } = await openPage(path)
  render(<List />, { wrapper })
  return page
}

const shows = (...ids: string[]) =>
  waitFor(() => expect(screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(ids))

test('keys pressed faster than the table follows all count', async () => {
  const { address } = await openList('/numbers?page=3')
  const press = (...keys: string[]) => {
    for (const key of keys)
      shortcuts.press({ key, ctrl: false, meta: false, alt: false, shift: false, typing: false, at: 0 })
  }
  await shows('5')
  press('[', '[')
  await shows('1', '2')
  press(']', ']', ']', ']')
  await shows('5')
  await waitFor(() => expect(address()).toBe('/numbers?page=3'))
})

test('each order and each page is a step in the history, which Back takes back', async () => {
  const { history } = await openList('/numbers')
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Next')
  await shows('3', '4')
  press('Id')
  await shows('1', '2')
  history.back()
  await shows('3', '4')
  history.back()
  await shows('1', '2')
})
