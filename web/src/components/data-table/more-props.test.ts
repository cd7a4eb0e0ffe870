import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadMore } from './more-props.ts'

/** A list of three pages, the first of which is loaded. */
async function openList(fetchPage: (page: number) => Promise<number> = (page) => Promise.resolve(page)) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      // Asynchronous, like a server's answer.
      await new Promise((resolve) => setImmediate(resolve))
      return fetchPage(pageParam)
    },
    initialPageParam: 0,
    getNextPageParam: (last: number) => (last < 2 ? last + 1 : undefined),
  })
  observer.subscribe(() => undefined)
  await observer.refetch()
  return {
    read: () => observer.getCurrentResult(),
    hint: () => void client.invalidateQueries({ queryKey: ['list'] }),
  }
}

test('a hint of a change while the next step is on its way does not lose it, nor does one just before', async () => {
  const { read, hint } = await openList()
  const second = loadMore(read())
  hint()
  await second
  expect(read().data?.pages).toEqual([0, 1])
  hint()
  await loadMore(read())
  expect(read().data?.pages).toEqual([0, 1, 2])
  expect(read().hasNextPage).toBe(false)
})

test('a step that cannot be read is asked for once', async () => {
  let asked = 0
  const { read } = await openList((page) => {
    if (page === 0) return Promise.resolve(0)
    asked += 1
    return Promise.reject(new Error('away'))
  })
  await loadMore(read())
  expect([asked, read().isError, read().data?.pages]).toEqual([1, true, [0]])
})
