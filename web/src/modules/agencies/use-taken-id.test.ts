// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { setupMessages } from './setup-messages.ts'
import { useTakenId } from './use-taken-id.ts'

afterEach(() => void vi.useRealTimers())

test('an id that an agency has is shown before saving, once nobody types; another id has no such notice', async () => {
  const server = await answeringCalls({
    AgencySearch: ({ searchText }) =>
      done({ agencyId: 6938, name: 'Lee' }, { agencyId: Number(searchText) + 1, name: 'Next' }),
  })
  const { result, rerender } = mountHook((digits: string) => useTakenId(digits), '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  rerender('693')
  rerender('6938')
  await act(() => vi.advanceTimersByTimeAsync(249))
  expect(server.names()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await waitFor(() => expect(result.current).toBe(setupMessages.exists(6938, 'Lee')))
  expect(server.inputs('AgencySearch')).toEqual([{ searchText: '00006938', max: 1 }])
  rerender('69380')
  expect(result.current).toBeNull()
  await waitFor(() => expect(server.names()).toHaveLength(2))
  expect(result.current).toBeNull()
})
