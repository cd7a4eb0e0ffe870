import { expect, test } from 'vitest'
import { withRun } from './recorded-run.ts'

const page = '# Page\n\n<!-- The last recorded run; written by npm run fuzz -->\n<!-- end -->\n\nMore.\n'

test('a run stands in the place of the one before, and what is around it stays', () => {
  const first = withRun(page, 'npm run fuzz', [['Requests', '1']])
  const second = withRun(first, 'npm run fuzz', [['Requests', '2']])
  expect(second).toBe(
    '# Page\n\n<!-- The last recorded run; written by npm run fuzz -->\n\n| What | Measured |\n|---|---|\n| Requests | 2 |\n\n<!-- end -->\n\nMore.\n',
  )
})

test('a page without the place of a run is told', () => {
  expect(() => withRun(page, 'npm run bench', [])).toThrow('lost the place of the run of npm run bench')
})
