import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../entry.ts'
import { parts } from './parts.ts'

test('CONTRIBUTING.md names every part, as it can be run alone', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, table = ''] = page.split('| Part | Rejects |\n|---|---|\n')
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n')
  const named = rows.map((row) => row.split(' | ')[0]?.slice(2) ?? '')
  expect(named.toSorted()).toEqual(parts.map(({ name }) => name).toSorted())
})
