// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { ErrorsTable } from './errors-table.tsx'

const facts = { agencyId: 6938, syncErrors: 0, syncErrorsAt: '2026-11-20T08:00:00.000Z' }

test.each([
  ['reported none', done(facts), 'No sync errors'],
  ['never reported', done({ ...facts, syncErrorsAt: null }), 'No sync errors reported yet'],
  ['did who knows what', 500, 'No sync errors are known'],
])(
  'of an agency whose software %s, that is said of an empty list once it is known',
  async (_what, answer, text) => {
    stubMatchMedia()
    stubResizeObserver()
    const late = lateAnswer()
    const server = await answeringCalls({ ClientConversionErrors: done(), GetAgencyHealth: late.answer })
    const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
    render(<ErrorsTable agencyId={6938} />, { wrapper })
    await waitFor(() => expect(server.names()).toContain('ClientConversionErrors'))
    // The list is shown by its chips, before anything is said of it.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeNull())
    expect(screen.queryByText(/No sync errors/)).toBeNull()
    act(() => late.give(answer))
    expect(await screen.findByText(text)).toBeDefined()
  },
)
