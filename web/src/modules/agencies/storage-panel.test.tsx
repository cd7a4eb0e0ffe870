// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { notify } from '../../components/messages/notify.ts'
import { StorageMode } from './storage-panel.tsx'

const agency = { agencyId: 6938, storageMode: 0, version: 4 } as AgencyConfig

test('[CONFIG-12] a storage mode is sent with the version that was read; one that came meanwhile is told and stays', async () => {
  stubResizeObserver()
  stubLocalZone('Asia/Kolkata')
  const changedAt = '2026-11-20T08:00:00.000Z'
  const sentence = `ben@support.test changed the storage mode at ${changedAt}.`
  const stale = { changedBy: 'ben@support.test', changedAt, current: 2, yours: 1 }
  const server = await answeringCalls({ UpdateAgencyStorageMode: refused(409, sentence, stale) })
  const { wrapper } = await openPage()
  render(<StorageMode agency={agency} onSetUp={() => undefined} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const select = screen.getByRole('combobox', { name: /^Storage mode/ })
  await user.click(select)
  await user.click(await screen.findByRole('option', { name: 'Pool' }))
  await waitFor(() =>
    expect(notify.current()).toMatchObject({
      level: 'error',
      text: 'ben@support.test changed the storage mode at 11/20/2026 1:30:00 pm.',
    }),
  )
  expect(server.inputs('UpdateAgencyStorageMode')).toEqual([{ agencyId: 6938, mode: 1, version: 4 }])
  expect(select.textContent).toBe('Agency')
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})
