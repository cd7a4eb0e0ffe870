// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { keepFocus } from './focused.ts'

keepFocus()

const focusedName = (): string | null | undefined => document.activeElement?.textContent
const focus = (name: string) => act(async () => screen.getByRole('button', { name }).focus())

interface PartsProps {
  names: readonly string[]
  disabled?: string
  heading?: string
}

/** A screen with a titled list of buttons, and buttons around it. */
function Parts({ names, disabled, heading = 'Screen' }: PartsProps) {
  return (
    <main>
      <h1 key={heading}>{heading}</h1>
      <button type="button">Before</button>
      <section>
        <h2>List</h2>
        <p>
          {names.map((name) => (
            <button key={name} type="button" disabled={name === disabled}>
              {name}
            </button>
          ))}
        </p>
      </section>
      <button type="button">After</button>
    </main>
  )
}

async function show(first: PartsProps, focused: string) {
  cleanWhenFinished()
  const { rerender } = render(<Parts {...first} />)
  await focus(focused)
  return (next: PartsProps) => rerender(<Parts {...next} />)
}

test('where a control is removed or disabled the next one beside it has the focus, at the end the one before', async () => {
  const change = await show({ names: ['a', 'b', 'c'] }, 'b')
  change({ names: ['a', 'c'] })
  await waitFor(() => expect(focusedName()).toBe('c'))
  change({ names: ['a', 'c'], disabled: 'c' })
  await waitFor(() => expect(focusedName()).toBe('a'))
})

test('a control that is hidden is passed over', async () => {
  cleanWhenFinished()
  const List = ({ isThere }: { isThere: boolean }) => (
    <main>
      <h1>Screen</h1>
      {isThere && <button type="button">Pressed</button>}
      <p hidden>
        <button type="button">Hidden</button>
      </p>
      <button type="button">After</button>
    </main>
  )
  const { rerender } = render(<List isThere />)
  await focus('Pressed')
  rerender(<List isThere={false} />)
  await waitFor(() => expect(focusedName()).toBe('After'))
})

test('where nothing is left beside it, the heading of its part has the focus', async () => {
  const change = await show({ names: ['a'] }, 'a')
  change({ names: [] })
  await waitFor(() => expect(focusedName()).toBe('List'))
})

/** A list that names the field above as the place to go on, with buttons around it. */
function Named({ names, isListThere = true }: { names: readonly string[]; isListThere?: boolean }) {
  return (
    <main>
      <h1>Screen</h1>
      <input aria-label="Field" />
      <button type="button">Before</button>
      {isListThere && (
        <ul data-next-focus="input">
          {names.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      )}
      <button type="button">After</button>
    </main>
  )
}

test.each([
  ['stays', true],
  ['is removed with it', false],
])(
  'where the last control of a list goes that names the next, and the list %s, that has the focus',
  async (_what, isListThere) => {
    cleanWhenFinished()
    const { rerender } = render(<Named names={['a', 'b']} />)
    await focus('a')
    rerender(<Named names={['b']} />)
    await waitFor(() => expect(focusedName()).toBe('b'))
    rerender(<Named names={[]} isListThere={isListThere} />)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Field' })))
  },
)

test('another screen takes the focus itself, and who gave it up keeps it so', async () => {
  const change = await show({ names: ['a', 'b'] }, 'a')
  change({ names: ['b'], heading: 'Other screen' })
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
  await focus('b')
  await act(async () => screen.getByRole('button', { name: 'b' }).blur())
  change({ names: [], heading: 'Other screen' })
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
})
