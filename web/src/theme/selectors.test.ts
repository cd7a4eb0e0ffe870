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

// 1 em of a query is the text size that a person has set: a larger text gets the layout of a narrower screen.
test('no style depends on a width or height of the screen in px', () => {
  const found = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g)].map(([query]) => `${file}: ${query.trim()}`),
  )
  expect(found).toEqual([])
})
