// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { AgencyFiles } from './agency-files-table.tsx'

test('a file is said to be missing once that is known, not while it is asked for', async () => {
  stubMatchMedia()
  const late = lateAnswer()
  await answeringCalls({ '/api/file/metadata': late.answer })
  const { wrapper } = await openPage()
  render(<AgencyFiles agencyId={6938} />, { wrapper })
  const name = 'Download config file'
  expect(screen.getByRole('button', { name, description: 'This is still loading.' })).toBeDefined()
  act(() => late.give(refused(2, 'None.')))
  expect(await screen.findByRole('button', { name, description: 'There is no such file.' })).toBeDefined()
})
