// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { recents } from '../../agency/recents.ts'
import { Page } from './warning-page.tsx'

test('an agency without a name is called that in the warning too', async () => {
  onTestFinished(() => recents.clear())
  await answeringCalls({ GetAgencyConfig: done({ agencyId: 6938, name: '', isOnline: true }) })
  const { wrapper } = await openPage('/agency-detail-6xWarn/6938', '/agency-detail-6xWarn/$id')
  render(<Page />, { wrapper })
  expect(await screen.findByText('Name Missing')).toBeDefined()
})
