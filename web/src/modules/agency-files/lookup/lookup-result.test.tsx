// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../../test/page.tsx'
import { toggleUtc } from '../../../components/text/local-time.tsx'
import { useUtc } from '../../../lib/format/utc.ts'
import { LookupResult } from './lookup-result.tsx'
import { settled, startEntries } from './lookup-state.ts'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => {
  vi.unstubAllEnvs()
  useUtc.setState(false, true)
})

const at = '2026-11-20T07:41:09Z'

test('[LOOKUP-19] the time of an upload turns to UTC with all other times', async () => {
  const data = { fileTimestamp: at, blobTimestamp: at, deleted: false }
  const entries = startEntries([StorageLocation.clientFile], 0).map((entry) =>
    settled(entry, { kind: 'ok', data }),
  )
  const { wrapper } = await openPage()
  const lookup = { clientId: '12345678', entries }
  render(<LookupResult agencyId={6938} lookup={lookup} missing={undefined} onSave={() => undefined} />, {
    wrapper,
  })
  const shown = () => screen.getByText(/^Last uploaded:/).textContent
  expect(shown()).toBe('Last uploaded: 11/20/26, 02:41 AM')
  act(() => toggleUtc())
  expect(shown()).toBe('Last uploaded: 11/20/26, 07:41 AM')
})
