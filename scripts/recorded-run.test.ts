import { expect, test } from 'vitest'
import { withRun } from './recorded-run.ts'

const page = '# Page\n\n<!-- The last recorded run; written by npm run fuzz -->\n<!-- end -->\n\nMore.\n'

test('a run stands in the place of the one before, and what is around it stays', () => {
  const first = withRun(page, 'npm run fuzz', () => 'Once.')
  const second = withRun(first, 'npm run fuzz', (before) => `${before.trim()} Twice.`)
  expect(second).toBe(
    '# Page\n\n<!-- The last recorded run; written by npm run fuzz -->\n\nOnce. Twice.\n\n<!-- end -->\n\nMore.\n',
  )
})

test('a page without the place of a run is reported', () => {
  expect(() => withRun(page, 'npm run bench', () => '')).toThrow('no place for the run of npm run bench')
})
