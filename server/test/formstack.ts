import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { type FormstackEmulator, startFormstack } from '@agency-support/sandbox/providers/formstack/start'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openLog } from '../src/lib/log.ts'
import type { ESignProvider } from '../src/providers/esign-provider.ts'
import { formstack } from '../src/providers/formstack.ts'
import { turnableClock } from './clock.ts'

const group = {
  id: '4711',
  startDate: '2024-03-01T09:00:00Z',
  users: [
    { id: '558213', email: 'a@smith.test', admin: true, activated: '2024-03-02T08:00:00Z' },
    { id: '558 2/14', email: 'B+c@smith.test', active: false, deactivated: '2025-01-01T00:00:00Z' },
  ],
}

/** Formstack's emulator with a group of two accounts, and the adapter at it: both anew for each test of a file. */
export function useFormstack() {
  const clock = turnableClock()
  let emulator: FormstackEmulator
  let esign: ESignProvider
  const control = (...request: ControlRequest): Promise<unknown> => callControl(emulator.url, ...request)
  beforeAll(async () => {
    emulator = await startFormstack()
  })
  beforeEach(async () => {
    esign = formstack.open(emulator.settings, { clock, log: openLog('silent') })
    await control('POST', '/groups', group)
  })
  afterEach(async () => {
    // The adapter only uses routes that Formstack has.
    expect(await control('GET', '/unknown')).toEqual([])
    await control('DELETE', '/received')
  })
  afterAll(() => emulator.close())
  return {
    clock,
    control,
    fault: (given: object): Promise<unknown> => control('POST', '/fault', given),
    async received(): Promise<string[]> {
      const requests = (await control('GET', '/received')) as { method: string; url: string }[]
      return requests.map(({ method, url }) => `${method} ${url}`)
    },
    get esign() {
      return esign
    },
    get settings() {
      return emulator.settings
    },
  }
}
