// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, refused } from '../../test/answering-calls.ts'
import { openPage } from '../../test/page.tsx'
import { recents } from './recents.ts'
import { useValidRecents } from './use-valid-recents.ts'

test('recent agencies take the name and the version of the server; one that is gone is dropped', async () => {
  recents.setUser('ann')
  onTestFinished(() => recents.clear())
  const old = { name: 'Old Name', isCloud: false }
  for (const agencyId of [1, 2, 3]) recents.visit({ ...old, agencyId })
  await answeringCalls({
    GetAgencyConfig: ({ agencyId }) =>
      agencyId === 1
        ? refused(2, 'Agency not found')
        : done({ agencyId, name: 'New Name', isOnline: agencyId === 2 }),
  })
  const { wrapper } = await openPage()
  renderHook(useValidRecents, { wrapper })
  await waitFor(() =>
    expect(recents.get()).toMatchObject([
      { agencyId: 3, name: 'New Name', isCloud: false },
      { agencyId: 2, name: 'New Name', isCloud: true },
    ]),
  )
  expect(recents.get()).toHaveLength(2)
})
