import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, emptyStorage, json } from '../../test/answering-server.ts'
import {
  loadClientConfig,
  loadEnvironment,
  storedEnvironment,
  useClientConfig,
  useEnvironment,
  useHelpCentre,
} from './environment.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', emptyStorage())
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a server that does not tell its environment holds nobody up: it is unknown, and asked again after a minute', async () => {
  const minutes = vi.spyOn(globalThis, 'setTimeout')
  const planned = () => minutes.mock.calls.filter(([, ms]) => ms === 60_000).length
  const answers = [500, 200]
  const asked = await answeringServer((_asked, response) => {
    response.writeHead(answers.shift() ?? 200, { 'content-type': 'text/plain; charset=utf-8' }).end('qa')
  })
  // As shown since an earlier visit.
  useEnvironment.setState('po')
  await loadEnvironment()
  expect([storedEnvironment(), useEnvironment.getState()]).toEqual([null, 'unknown'])
  expect(planned()).toBe(1)
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(storedEnvironment()).toBe('qa'), 30_000)
  expect(asked.map(({ path }) => path)).toEqual(['/api/environment', '/api/environment'])
  expect(planned()).toBe(1)
  expect(useEnvironment.getState()).toBe('qa')
})

test('the settings are those of the last answer that brought some', async () => {
  const settings = { providerName: 'Acme', environment: 'qa', helpCentreUrl: 'https://help.test/' }
  const answers = [
    { status: 500, body: {} },
    { status: 200, body: { code: 0, message: '', data: [settings] } },
    { status: 200, body: { code: 503, message: 'Busy.', data: [] } },
  ]
  await answeringServer((_asked, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: {} }
    json(response, body, status)
  })
  await loadClientConfig()
  expect(useClientConfig.getState()).toBeNull()
  await loadClientConfig()
  expect(useClientConfig.getState()).toEqual(settings)
  await loadClientConfig()
  expect(useClientConfig.getState()).toEqual(settings)
})

test('the address of the help centre is known at the next visit before its settings come', async () => {
  const settings = { providerName: 'Acme', environment: 'qa', helpCentreUrl: 'https://help.test/' }
  await answeringServer((_asked, response) => json(response, { code: 0, message: '', data: [settings] }))
  await loadClientConfig()
  expect(useHelpCentre.getState()).toBe('https://help.test/')
  vi.resetModules()
  const next = await import('./environment.ts')
  expect([next.useClientConfig.getState(), next.useHelpCentre.getState()]).toEqual([
    null,
    'https://help.test/',
  ])
})

test('settings that did not come are asked for again after a minute, so that help and framed pages come back', async () => {
  useClientConfig.setState(null)
  const minutes = vi.spyOn(globalThis, 'setTimeout')
  const planned = () => minutes.mock.calls.filter(([, ms]) => ms === 60_000).length
  const settings = { providerName: 'Acme', environment: 'qa', helpCentreUrl: '' }
  const statuses = [503, 200]
  const asked = await answeringServer((_asked, response) =>
    json(response, { code: 0, message: '', data: [settings] }, statuses.shift()),
  )
  await loadClientConfig()
  expect([useClientConfig.getState(), planned()]).toEqual([null, 1])
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(useClientConfig.getState()).toEqual(settings), 30_000)
  expect(asked.map(({ path }) => path)).toEqual(['/api/client-config', '/api/client-config'])
  expect(planned()).toBe(1)
})
