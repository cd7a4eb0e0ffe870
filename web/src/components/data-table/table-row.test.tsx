// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { column } from './column.ts'
import { TableRow } from './table-row.tsx'

interface Vendor {
  name: string
  email: string
  since: string | null
}

const col = column<Vendor>()
const columns = [
  col('name', { header: 'Name', width: 100, rowHeader: true }),
  col('email', { header: 'Email', width: 100, cell: ({ email }) => email !== '' && <b>{email}</b> }),
  col('since', { header: 'Since', width: 100, cell: ({ since }) => since }),
]

test.each([
  [
    'a cell with something in it shows that',
    { email: 'lee@rater.test', since: '2026' },
    ['lee@rater.test', '2026'],
  ],
  ['an empty cell says so to screen readers', { email: '', since: null }, ['none', 'none']],
])('%s', async (_name, row, cells) => {
  const { wrapper } = await openPage('/vendors')
  render(
    <table>
      <tbody>
        <TableRow
          row={{ name: 'Rater', ...row }}
          id="1"
          name="Rater"
          columns={columns}
          href={null}
          highlighted={false}
          selectable={false}
          selected={false}
          unfolds={false}
          expandWords={null}
          open={false}
          onNavigate={() => undefined}
          onSelect={() => undefined}
          onToggle={() => undefined}
        />
      </tbody>
    </table>,
    { wrapper },
  )
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(cells)
})
