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

/** The selectors of all rules, each with its file. The formatter gives those of a list a line each. */
const selectors = Object.entries(sheets).flatMap(([file, css]) =>
  [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .flatMap(([, list = '']) => list.split(',\n').map((selector) => selector.trim()))
    .filter((selector) => !selector.startsWith('@'))
    .map((selector) => ({ file, selector })),
)

// Browsers look for what they have to recalculate by class, attribute and id. A sibling known by its tag alone may stand
// anywhere: whatever appears or disappears, all elements after it are recalculated.
test('no rule knows the sibling before an element by its tag alone', () => {
  expect(selectors.length).toBeGreaterThan(1_000)
  expect(selectors.filter(({ selector }) => /(?:^|[\s>+~(,])(?:[a-z]\w*|\*)\s*[+~]/.test(selector))).toEqual(
    [],
  )
})

// Then every element is asked for its place, and all its siblings are recalculated when one of them comes or goes.
test('a place among siblings is only asked of elements inside a class', () => {
  const anywhere = selectors.filter(({ selector }) =>
    /^(?::(?:where|is)\(.*|[^.]*):nth-|:nth-[^)]* of /.test(selector),
  )
  expect(anywhere).toEqual([])
})

// 1 em of a query is the text size that a person has set: a larger text gets the layout of a narrower screen.
test('no style depends on a width or height of the screen in px', () => {
  const found = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g)].map(([query]) => `${file}: ${query.trim()}`),
  )
  expect(found).toEqual([])
})
