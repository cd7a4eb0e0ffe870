import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'
import { createNotify } from '../components/messages/notify.ts'
import { isBackOffice, recordDeepLink, recordedDeepLink } from '../lib/deep-link.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', emptyStorage()))
afterEach(() => vi.unstubAllGlobals())

test('[SHELL-15] shared state holds the deep link, the message that stands, and the log', () => {
  expect(recordedDeepLink()).toBeUndefined()
  expect(isBackOffice()).toBe(false)
  const link = { source: 'bo', destination: 'as', tab: 'users' }
  recordDeepLink(link)
  expect(recordedDeepLink()).toEqual(link)
  expect(isBackOffice()).toBe(true)
  const messages = createNotify({
    now: () => 0,
    screen: () => 'Agencies',
    agency: () => null,
    answerOpensScreen: () => false,
  })
  messages.error('Something went wrong')
  expect(messages.current()).toMatchObject({ level: 'error', text: 'Something went wrong' })
  expect(messages.logs()).toMatchObject([
    { level: 'error', text: 'Something went wrong', screen: 'Agencies' },
  ])
})
