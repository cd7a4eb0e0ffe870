// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { queryClient } from '../../lib/requests/query.ts'
import { Page } from './detail-page.tsx'

test('an agency that could not be read keeps its name and Try again while a hint has it read again', async () => {
  const late = lateAnswer()
  const answers = [() => 500, late.answer]
  const server = await answeringCalls({ GetAgencyConfig: () => answers.shift()?.() ?? 500 })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Page />, { wrapper })
  const again = await screen.findByRole('button', { name: 'Try again' })
  const name = screen.getByRole('heading', { name: 'Agency 00006938' })
  void queryClient.invalidateQueries({ queryKey: ['agencies', 'config'] })
  await waitFor(() => expect(server.inputs('GetAgencyConfig')).toHaveLength(2))
  expect(screen.getByRole('heading', { name: 'Agency 00006938' })).toBe(name)
  expect(screen.getByRole('button', { name: 'Try again' })).toBe(again)
})
