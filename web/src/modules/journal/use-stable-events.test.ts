// @vitest-environment jsdom
import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { useStableEvents } from './use-stable-events.ts'

const events = (...ids: number[]) => ids.map((id) => ({ id }) as JournalEntry)

interface Shown {
  entries: readonly JournalEntry[] | undefined
  of?: string
}

/** The history as it was opened; `live` gives it what the server says now. */
function openHistory(shown: Shown) {
  const { result, rerender } = mountHook(
    ({ entries, of = 'all' }: Shown) => useStableEvents(entries, of),
    shown,
  )
  return {
    live: rerender,
    show: () => act(() => result.current.show()),
    seen: () => [result.current.shown?.map(({ id }) => id), result.current.waiting],
  }
}

test('newer events wait until they are asked for; older ones that are loaded are shown', () => {
  const history = openHistory({ entries: events(5, 4) })
  expect(history.seen()).toEqual([[5, 4], 0])
  history.live({ entries: events(7, 6, 5, 4, 3) })
  expect(history.seen()).toEqual([[5, 4, 3], 2])
  history.show()
  expect(history.seen()).toEqual([[7, 6, 5, 4, 3], 0])
})

test('a list that was empty shows the first events at once', () => {
  const history = openHistory({ entries: undefined })
  expect(history.seen()).toEqual([undefined, 0])
  history.live({ entries: [] })
  expect(history.seen()).toEqual([[], 0])
  history.live({ entries: events(1) })
  expect(history.seen()).toEqual([[1], 0])
  history.live({ entries: events(2, 1) })
  expect(history.seen()).toEqual([[1], 1])
})

test('another list is shown as it is when it opens', () => {
  const history = openHistory({ entries: events(5) })
  history.live({ entries: events(9, 8), of: 'names' })
  expect(history.seen()).toEqual([[9, 8], 0])
})
