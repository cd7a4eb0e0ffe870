// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../../test/answering-calls.ts'
import { openPage } from '../../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../../test/without-layout.ts'
import { LogViewer } from './log-viewer.tsx'

const lines = ['an error', 'all is well', 'a timeout', 'an error']

test('Enter goes to a match of the text in the field, also before it has been searched for', async () => {
  stubResizeObserver()
  stubMatchMedia()
  const server = await answeringCalls({
    '/api/file/log/lines': done({ version: 'v1', totalLines: lines.length, lines, next: null }),
    '/api/file/log/search': ({ text }) => {
      const all = lines.map((line, index) => ({ line: index + 1, text: line }))
      return done({ version: 'v1', hits: all.filter((hit) => hit.text.includes(String(text))), next: null })
    },
  })
  const { wrapper } = await openPage()
  render(<LogViewer agencyId={6938} name="app.log" />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  await user.type(field, 'error{Enter}')
  expect(await screen.findByText('1 of 2')).toBeDefined()
  await user.clear(field)
  await user.type(field, 'timeout{Enter}')
  expect(await screen.findByText('1 of 1')).toBeDefined()
  await user.type(field, '{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('1 of 1')).toBeDefined()
  expect(server.names().filter((name) => name.endsWith('search'))).toHaveLength(2)
})
