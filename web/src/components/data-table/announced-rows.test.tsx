// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { said } from '../../../test/said.ts'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { Announcer } from '../messages/announce.tsx'
import { column, defineTable } from './column.ts'
import { DataTable } from './data-table.tsx'
import { useAddressTable } from './use-address-table.ts'

interface Agency {
  id: number
}

const rows: readonly Agency[] = [1, 2, 3, 4, 5].map((id) => ({ id }))
const table = defineTable<Agency>({
  id: 'announced-agencies',
  caption: 'Agencies',
  sizes: [2, 4],
  rowId: ({ id }) => String(id),
  columns: [column<Agency>()('id', { header: 'Id', width: 80, rowHeader: true })],
})
const search = { label: 'Search', matches: ({ id }: Agency, text: string) => String(id).includes(text) }

function List() {
  return (
    <>
      <DataTable
        {...useAddressTable(table)}
        rows={rows}
        loading={false}
        error={null}
        onRetry={() => undefined}
        empty={{ text: 'No agencies.' }}
        rowName={({ id }) => String(id)}
        search={search}
      />
      <Announcer />
    </>
  )
}

const says = (...texts: string[]) => waitFor(() => expect(said()).toEqual(texts), { timeout: 5_000 })

beforeEach(() => {
  stubResizeObserver()
  HTMLElement.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('which rows a table shows is announced: whose, how many, on which page; a search once it has settled', async () => {
  const { wrapper } = await openPage('/seats')
  const user = userEvent.setup()
  render(<List />, { wrapper })
  await says('Agencies: 5 rows, page 1 of 3')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await says('Agencies: 5 rows, page 1 of 3', 'Agencies: 5 rows, page 2 of 3')
  await user.type(screen.getByRole('textbox', { name: 'Search' }), '4')
  await says('Agencies: 5 rows, page 1 of 3', 'Agencies: 5 rows, page 2 of 3', 'Agencies: 1 of 5')
  // What stands on the screen is no live region: it would be read again whenever a dialog closes.
  expect(screen.queryAllByRole('status')).toEqual([])
})
