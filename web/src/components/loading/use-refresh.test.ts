// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { refreshChoices, useRefresh } from './use-refresh.ts'

test('a dashboard reads again every 30 seconds, one of the intervals to choose from', () => {
  const { result } = mountHook(() => useRefresh())
  expect(result.current).toMatchObject({ seconds: 30, paused: false })
  expect(result.current.options).toEqual({
    staleTime: 0,
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  })
  expect(refreshChoices).toEqual([10, 30, 60])
})

test('another interval is kept to, and a paused dashboard reads nothing by itself', () => {
  const { result } = mountHook(() => useRefresh())
  act(() => result.current.setSeconds(10))
  expect(result.current.options).toMatchObject({ refetchInterval: 10_000 })
  act(() => result.current.setPaused(true))
  expect(result.current).toMatchObject({ seconds: 10, paused: true })
  expect(result.current.options).toEqual({
    staleTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
})
