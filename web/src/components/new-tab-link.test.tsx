import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NewTabLink } from './new-tab-link.tsx'

test('a link that opens a new tab says so by its icon and in its name, and hands the tab nothing of ours', () => {
  const markup = renderToStaticMarkup(<NewTabLink address="https://certs.example/x">Open</NewTabLink>)
  expect(markup.replace(/<svg.*<\/svg>/, '[icon]').replace(/ class="[^"]*"/g, '')).toBe(
    '<a href="https://certs.example/x" target="_blank" rel="noopener noreferrer">' +
      'Open[icon]<span>, opens a new tab</span></a>',
  )
})
