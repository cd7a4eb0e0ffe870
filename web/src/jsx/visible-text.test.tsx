import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const evil = '\u202egol.rorre'

test('text from outside cannot hide or reorder anything, in whatever element or list it stands', () => {
  const names = [evil, 'plain']
  const page = (
    <table>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td title={name}>{name}</td>
            <td>
              <>see {name}</>
            </td>
            <td aria-label={`Open ${name}`}>{[name, <b key="b">{name}</b>]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  const markup = renderToStaticMarkup(page)
  expect(markup).not.toMatch(/\p{Cf}/u)
  expect(markup.split('[U+202E]gol.rorre')).toHaveLength(7)
  expect(markup).toContain('see plain')
})

test('names that differ only in a blank letter do not look alike', () => {
  const shown = ['Smith', 'Smith\u3164', 'Smith\u2800'].map((name) => renderToStaticMarkup(<h1>{name}</h1>))
  expect(shown).toEqual(['<h1>Smith</h1>', '<h1>Smith[U+3164]</h1>', '<h1>Smith[U+2800]</h1>'])
})

test('a component of a library, which is compiled without us, shows the marks as well', () => {
  const FromLibrary = ({ children }: { children: string }) => createElement('b', null, children)
  expect(renderToStaticMarkup(<FromLibrary>{evil}</FromLibrary>)).toBe('<b>[U+202E]gol.rorre</b>')
})

test('what is typed stays exactly as it is', () => {
  expect(renderToStaticMarkup(<input defaultValue={evil} />)).toContain(evil)
})
