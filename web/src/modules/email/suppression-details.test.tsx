// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { notify } from '../../components/messages/notify.ts'
import { SuppressionDetails } from './suppression-details.tsx'

afterEach(() => notify.clear())

test.each([done(), refused(2, 'This address is no longer suppressed.')])(
  '[PROV-27] details that are empty say No data, and nothing has failed: %j',
  async (answer) => {
    cleanWhenFinished()
    const server = await answeringCalls({ GetEmailSuppressionDetails: answer })
    const row = { email: 'ann@smith.example', type: 'block', is6x: true } as const
    render(<SuppressionDetails row={row} />, { wrapper: Queries })
    expect(await screen.findByText('No data')).toBeDefined()
    expect([screen.queryByRole('alert'), notify.current()]).toEqual([null, null])
    expect(server.inputs('GetEmailSuppressionDetails')).toEqual([
      { email: 'ann@smith.example', type: 'block', mode: true },
    ])
  },
)
