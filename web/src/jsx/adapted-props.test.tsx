import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test('Safari can focus each button: it has a tab index of its own', () => {
  expect(renderToStaticMarkup(<button type="button">Save</button>)).toContain('tabindex="0"')
})

test('a button that is to be skipped by Tab stays so', () => {
  const markup = renderToStaticMarkup(
    <button type="button" tabIndex={-1}>
      Save
    </button>,
  )
  expect(markup).toContain('tabindex="-1"')
})
