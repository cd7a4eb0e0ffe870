import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UsersToolbar, type UsersToolbarProps } from './users-toolbar.tsx'

const nothing = () => undefined

const show = (given: Pick<UsersToolbarProps, 'counts' | 'loading'>): string =>
  renderToStaticMarkup(
    <UsersToolbar
      filter={{ text: '', set: nothing, enter: nothing }}
      kind={{ chosen: 'all', set: nothing }}
      view={{ chosen: 'cards', set: nothing }}
      onReload={nothing}
      onCreate={nothing}
      {...given}
    />,
  )

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
