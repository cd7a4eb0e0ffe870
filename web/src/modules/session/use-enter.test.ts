// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { backOfficePath } from '../../lib/deep-link.ts'
import { useEnter } from './use-enter.ts'

afterEach(() => backOfficePath.set(null))

test.each([
  [null, '/'],
  ['/agency-detail/6938', '/agency-detail/6938'],
])(
  'with the back office’s destination %s the sign-in screen is left for %s, for good',
  async (destination, opens) => {
    const page = await openPage('/signin')
    backOfficePath.set(destination)
    const { result } = renderHook(() => useEnter(), { wrapper: page.wrapper })
    await act(async () => result.current())
    expect([page.address(), page.history.length]).toEqual([opens, 1])
  },
)
