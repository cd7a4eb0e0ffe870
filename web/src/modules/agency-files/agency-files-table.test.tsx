// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { queryClient } from '../../lib/requests/query.ts'
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

test('a file that is known keeps its time and its download when it is read again in vain', async () => {
  stubMatchMedia()
  const file = { name: 'config.xml', blobTimestamp: '2026-11-20T10:00:00Z' }
  let isAway = false
  await answeringCalls({ '/api/file/metadata': () => (isAway ? 500 : done(file)) })
  const { wrapper } = await openPage()
  render(<AgencyFiles agencyId={6938} />, { wrapper })
  const download = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download config file' })
  await waitFor(() => expect(screen.getAllByRole('time')).toHaveLength(3))
  const time = screen.getAllByRole('time')[0]?.textContent
  isAway = true
  await act(() => queryClient.invalidateQueries())
  expect(screen.getAllByRole('time')[0]?.textContent).toBe(time)
  expect(download().disabled).toBe(false)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
