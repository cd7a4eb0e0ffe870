// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { column } from './column.ts'
import { TableRow, type TableRowProps } from './table-row.tsx'

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

/** The row of a vendor; `given` replaces what is usual. */
async function openRow(row: Vendor, given: Partial<TableRowProps<Vendor>> = {}) {
  const { wrapper } = await openPage('/vendors')
  render(
    <table>
      <tbody>
        <TableRow
          row={row}
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
          {...given}
        />
      </tbody>
    </table>,
    { wrapper },
  )
}

test.each([
  [
    'a cell with something in it shows that',
    { email: 'lee@rater.test', since: '2026' },
    ['lee@rater.test', '2026'],
  ],
  ['an empty cell says so to screen readers', { email: '', since: null }, ['none', 'none']],
])('%s', async (_name, row, cells) => {
  await openRow({ name: 'Rater', ...row })
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(cells)
})

test.each<[string, string, 'here' | 'beside' | 'nowhere']>([
  ['a click opens it here', '[MouseLeft]', 'here'],
  ['a click with Ctrl opens it beside', '{Control>}[MouseLeft]{/Control}', 'beside'],
  ['a click with the key of a Mac opens it beside', '{Meta>}[MouseLeft]{/Meta}', 'beside'],
  ['the middle button opens it beside', '[MouseMiddle]', 'beside'],
  ['the right button opens nothing but the browser’s menu', '[MouseRight]', 'nowhere'],
])('of a row that leads somewhere, %s', async (_name, keys, where) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const onNavigate = vi.fn()
  await openRow({ name: 'Rater', email: '', since: '2026' }, { href: '/vendors/7', onNavigate })
  const user = userEvent.setup({ delay: null })
  await user.pointer({ target: screen.getByText('2026') })
  const [before = '', press = '', after = ''] = keys.split(/(\[\w+\])/)
  if (before) await user.keyboard(before)
  await user.pointer(press)
  if (after) await user.keyboard(after)
  expect(onNavigate.mock.calls).toEqual(where === 'here' ? [['/vendors/7']] : [])
  expect(open.mock.calls).toEqual(where === 'beside' ? [['/vendors/7', '_blank', 'noopener']] : [])
})
