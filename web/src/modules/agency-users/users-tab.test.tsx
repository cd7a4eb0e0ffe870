// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { done } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { Tab } from './users-tab.tsx'

test('an agency that has reported no users is said so as cards and as a table', async () => {
  stubMatchMedia()
  stubResizeObserver()
  await answeringServer((_asked, response) => json(response, done()))
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Tab agency={agency} />, { wrapper })
  const sentence = 'The agency has reported no users yet.'
  expect(await screen.findByText(sentence)).toBeDefined()
  act(() => screen.getByRole('button', { name: 'Show as table' }).click())
  expect(await screen.findByRole('table', { name: 'Users of the agency' })).toBeDefined()
  expect(screen.getByText(sentence)).toBeDefined()
})
