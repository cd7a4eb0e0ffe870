import { expect, test } from 'vitest'
import { firstRender } from '../../test/first-render.tsx'
import { refreshChoices, useRefresh } from './use-refresh.ts'

test('a dashboard reads again every 30 seconds, one of the intervals to choose from', () => {
  const refresh = firstRender(useRefresh)
  expect(refresh).toMatchObject({ seconds: 30, paused: false })
  expect(refresh.options).toEqual({ staleTime: 0, refetchInterval: 30_000, refetchOnWindowFocus: 'always' })
  expect(refreshChoices).toEqual([10, 30, 60])
})
