import { expect, test } from 'vitest'

const sheets: Record<string, string> = import.meta.glob('../**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

// With it the browser works out every style of the page anew whenever anything in it comes or goes.
test('no style of the whole page hangs on what is somewhere in it', () => {
  const found = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.matchAll(/^.*(?::root|html|body|\*)\S*:has\(.*$/gm)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(Object.keys(sheets).length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
