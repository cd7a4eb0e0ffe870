// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { notify } from '../../components/messages/notify.ts'
import { handleShortcutEvent } from '../../components/keyboard/shortcuts.ts'
import { UsersToolbar, type UsersToolbarProps } from './users-toolbar.tsx'

afterEach(() => {
  document.removeEventListener('keydown', handleShortcutEvent)
  notify.clear()
})

const nothing = () => undefined

type Given = Pick<UsersToolbarProps, 'counts' | 'loading'>

const toolbar = (given: Given) => (
  <UsersToolbar
    filter={{ text: '', set: nothing, enter: nothing }}
    kind={{ chosen: 'all', set: nothing }}
    view={{ chosen: 'cards', set: nothing }}
    onReload={nothing}
    onCreate={nothing}
    {...given}
  />
)
const show = (given: Given): string => renderToStaticMarkup(toolbar(given))

test('the counts of thousands of users are written as every other count', () => {
  const shown = show({ counts: { all: 5009, locked: 10, temporary: 0 }, loading: false })
  const counts = [...shown.matchAll(/_count_[^>]*>([^<]*)</g)].map(([, count]) => count)
  expect(counts).toEqual(['5,009', '10', '0'])
})

test('nobody is told to wait for users that could not be loaded', () => {
  const [waits, failed] = ['The users are still loading.', 'The users are not loaded. Reload them first.']
  expect(show({ counts: undefined, loading: true })).toContain(waits)
  const later = show({ counts: undefined, loading: false })
  expect([later.includes(waits), later.includes(failed)]).toEqual([false, true])
})

test('why the key n makes no user is said for as long as any other message of the agency screen', () => {
  cleanWhenFinished()
  render(toolbar({ counts: undefined, loading: true }))
  document.addEventListener('keydown', handleShortcutEvent)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
  expect(notify.current()).toMatchObject({ text: 'The users are still loading.', level: 'error', ms: 5000 })
})
