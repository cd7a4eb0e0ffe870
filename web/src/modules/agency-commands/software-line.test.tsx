// @vitest-environment jsdom
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { SoftwareLine } from './software-line.tsx'

test('[TRUTH-28] the line about the software keeps its place above the form when it cannot be read', async () => {
  const late = lateAnswer()
  await answeringCalls({ GetAgencySoftwareStatus: late.answer })
  const { wrapper } = await openPage()
  const { container } = render(<SoftwareLine agencyId={6938} />, { wrapper })
  const waiting = container.innerHTML
  expect(container.querySelectorAll('p')).toHaveLength(1)
  late.give(500)
  const key = callKey(agencyCommands.softwareStatus, { agencyId: 6938 })
  await waitFor(() => expect(queryClient.getQueryState(key)?.status).toBe('error'))
  expect(container.innerHTML).toBe(waiting)
})
