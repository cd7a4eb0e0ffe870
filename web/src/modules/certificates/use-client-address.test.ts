// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { useClientAddress } from './use-client-address.ts'

test('a certificate opens in the tab that is shown, with the list as it is behind it', async () => {
  const page = await openPage('/agency-detail/6938?q=lee&sort=-name&client=12')
  const { result } = renderHook(() => useClientAddress(), { wrapper: page.wrapper })
  expect(result.current('00000017')).toBe('/agency-detail/6938?q=lee&sort=-name&client=00000017&tab=certs')
  expect(result.current(null)).toBe('/agency-detail/6938?q=lee&sort=-name&tab=certs')
})
