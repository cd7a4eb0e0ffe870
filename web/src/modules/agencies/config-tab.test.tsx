// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { HeldPermissions } from '../../components/held-permissions.ts'
import { profileStore } from '../../lib/profile.ts'
import { Tab } from './config-tab.tsx'

const everythingElse = Object.values(P).filter((id) => id !== P.EditAgencyStatus)

test.each([
  // The name is the one that is stored.
  [[P.CanAccess, P.EditAgencyStatus], ['Update']],
  [everythingElse, ['Update', 'Retry Setup', 'Change details']],
])('[TRUTH-14] whoever holds %j cannot press %j', async (permissions, barred) => {
  onTestFinished(() => profileStore.set(null))
  profileStore.set({
    hsUserName: 'lee@support.test',
    exp: 0,
    permissions: [...permissions],
    passwordChangeRequired: false,
  })
  await answeringCalls({ GetTimeZones: done(), GetAgencyReportNotes: done() })
  const { wrapper } = await openPage()
  render(
    <HeldPermissions value={permissions}>
      <Tab agency={agency} />
    </HeldPermissions>,
    { wrapper },
  )
  const buttons = screen.getAllByRole<HTMLButtonElement>('button')
  expect(buttons.filter((one) => one.matches(':disabled')).map(({ textContent }) => textContent)).toEqual(
    barred,
  )
  expect(screen.getByRole('button', { name: 'Check' }).matches(':disabled')).toBe(false)
})
