import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'
import { timeColumn } from './time-column.tsx'

test('a column of instants sorts by time, however each is written', () => {
  const written = ['2026-11-20T07:41:10Z', '2026-11-20T09:41:09+02:00', '2026-11-20T07:41:09.500Z']
  const at = timeColumn('at', { header: 'Time', width: 176, format: 'MM/DD/YYYY HH:mm:ss' })
  const rows = written.map((text) => ({ at: text }))
  const sorted = sortRows([at], rows, { id: 'at', desc: false })
  expect(sorted.map((row) => row.at)).toEqual([written[1], written[2], written[0]])
})

test('[PROV-78] a cell without an instant is empty, and one with an instant is not', () => {
  const { cell } = timeColumn('at', { header: 'Created On', width: 176, format: 'MM/DD/YYYY h:mm:ss a' })
  const shown = [null, '2026-11-20T07:41:10Z'].map((at) => cell?.({ at }, (content) => content))
  expect(shown).toEqual([null, expect.anything()])
})
