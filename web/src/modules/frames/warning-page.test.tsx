// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { recents } from '../../agency/recents.ts'
import { forgetDeepLink, recordDeepLink } from '../../lib/deep-link.ts'
import { Page } from './warning-page.tsx'

test('an agency without a name is called that in the warning too', async () => {
  onTestFinished(() => recents.clear())
  await answeringCalls({ GetAgencyConfig: done({ agencyId: 6938, name: '', isOnline: true }) })
  const { wrapper } = await openPage('/agency-detail-6xWarn/6938', '/agency-detail-6xWarn/$id')
  render(<Page />, { wrapper })
  expect(await screen.findByText('Name Missing')).toBeDefined()
})

test.each([
  [false, ['Smith Insurance']],
  [true, []],
])(
  'an agency that is warned of is one of the recent ones; in the back office %s',
  async (isInside, expected) => {
    recents.setUser('ann')
    onTestFinished(() => {
      recents.clear()
      recents.setUser(null)
      forgetDeepLink()
    })
    if (isInside) recordDeepLink({ source: 'bo', destination: 'as', tab: '' })
    await answeringCalls({
      GetAgencyConfig: done({ agencyId: 6938, name: 'Smith Insurance', isOnline: true }),
    })
    const { wrapper } = await openPage('/agency-detail-6xWarn/6938', '/agency-detail-6xWarn/$id')
    render(<Page />, { wrapper })
    await screen.findByText('Smith Insurance')
    expect(recents.get().map(({ name }) => name)).toEqual(expected)
  },
)
