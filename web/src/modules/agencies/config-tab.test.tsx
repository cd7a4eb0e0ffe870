// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { Tab } from './config-tab.tsx'

const everythingElse = Object.values(P).filter((id) => id !== P.EditAgencyStatus)

test.each([
  // The name is the one that is stored.
  [[P.CanAccess, P.EditAgencyStatus], ['Update']],
  [everythingElse, ['Update', 'Retry Setup', 'Change details']],
])('[TRUTH-14] whoever holds %j cannot press %j', async (permissions, barred) => {
  hold(permissions)
  await answeringCalls({ GetTimeZones: done(), GetAgencyReportNotes: done() })
  const { wrapper } = await openPage()
  render(<Tab agency={agency} />, { wrapper })
  const buttons = screen.getAllByRole<HTMLButtonElement>('button')
  expect(buttons.filter((one) => one.matches(':disabled')).map(({ textContent }) => textContent)).toEqual(
    barred,
  )
  expect(screen.getByRole('button', { name: 'Check' }).matches(':disabled')).toBe(false)
})
