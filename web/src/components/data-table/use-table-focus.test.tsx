// @vitest-environment jsdom
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { handleShortcutEvent } from '../shortcuts.ts'
import { column, defineTable } from './column.ts'
import { DataTable } from './data-table.tsx'
import { useLocalTable } from './use-local-table.ts'

interface Vendor {
  id: number
  email: string
}

const rows: readonly Vendor[] = [
  { id: 1, email: 'lee@rater.test' },
  { id: 2, email: '' },
]
const table = defineTable<Vendor>({
  id: 'vendors-of-test',
  caption: 'Vendors',
  sizes: [25],
  rowId: ({ id }) => String(id),
  columns: [
    column<Vendor>()('email', {
      header: 'Email',
      width: 200,
      cell: ({ id, email }) => (email === '' ? `no ${id}` : <button type="button">Copy {email}</button>),
    }),
  ],
})

function List() {
  const binding = useLocalTable(table)
  return (
    <DataTable
      {...binding}
      rows={rows}
      loading={false}
      error={null}
      onRetry={() => undefined}
      empty={{ text: 'No data' }}
    />
  )
}

/** The element that has the focus: its kind and its text. */
const focused = () => [document.activeElement?.tagName, document.activeElement?.textContent]

test('j, k and the arrows go to the first control of rows that neither open nor expand, or to the row', async () => {
  stubResizeObserver()
  HTMLElement.prototype.scrollIntoView = () => undefined
  document.addEventListener('keydown', handleShortcutEvent)
  onTestFinished(() => {
    document.removeEventListener('keydown', handleShortcutEvent)
    vi.unstubAllGlobals()
  })
  const { wrapper } = await openPage('/vendors')
  const user = userEvent.setup({ delay: null })
  render(<List />, { wrapper })
  await user.keyboard('j')
  expect(focused()).toEqual(['BUTTON', 'Copy lee@rater.test'])
  await user.keyboard('j{Shift>}C{/Shift}')
  expect([focused(), await navigator.clipboard.readText()]).toEqual([['TR', 'no 2'], '2'])
  await user.keyboard('{ArrowUp}')
  expect(focused()).toEqual(['BUTTON', 'Copy lee@rater.test'])
})
