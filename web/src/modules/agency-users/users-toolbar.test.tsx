import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UsersToolbar } from './users-toolbar.tsx'

test('the counts of thousands of users are written as every other count', () => {
  const nothing = () => undefined
  const shown = renderToStaticMarkup(
    <UsersToolbar
      filter={{ text: '', set: nothing, enter: nothing }}
      kind={{ chosen: 'all', set: nothing }}
      view={{ chosen: 'cards', set: nothing }}
      counts={{ all: 5009, locked: 10, temporary: 0 }}
      loading={false}
      onReload={nothing}
      onCreate={nothing}
    />,
  )
  const counts = [...shown.matchAll(/_count_[^>]*>([^<]*)</g)].map(([, count]) => count)
  expect(counts).toEqual(['5,009', '10', '0'])
})
