import { expect, test } from 'vitest'

const sheets: Record<string, string> = import.meta.glob('../**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

// A page-wide :has() makes the browser recalculate all styles whenever an element appears or disappears.
test('no style of the whole page hangs on what is somewhere in it', () => {
  const found = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.matchAll(/^.*(?::root|html|body|\*)\S*:has\(.*$/gm)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(Object.keys(sheets).length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
