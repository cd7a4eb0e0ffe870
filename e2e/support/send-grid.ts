import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { expect } from '@playwright/test'
import type { ServerProcess } from './server-process.ts'

type List = 'bounces' | 'blocks' | 'invalid_emails' | 'spam_reports'

/** Control of the SendGrid emulator of this worker's server: its lists and faults; see its faults.ts. */
export function sendGrid(server: ServerProcess) {
  const control = (...request: ControlRequest): Promise<unknown> =>
    callControl(server.emulators.sendGrid, ...request)
  return {
    /** Removes all faults and suppressed addresses. */
    async empty() {
      await control('DELETE', '/received')
      await control('DELETE', '/suppressions')
    },
    /** Suppresses these addresses, optionally with a reason, or this many made-up ones. */
    add: (mode: '5x' | '6x', list: List, given: { emails?: string[]; reason?: string; count?: number }) =>
      control('POST', '/suppressions', { mode, list, ...given }),
    /** Sends mail events to the server, signed as by SendGrid. */
    async sendEvents(mode: '5x' | '6x', events: readonly object[]) {
      await control('POST', '/webhook', { url: server.origin })
      expect(await control('POST', '/events', { mode, events })).toEqual({ status: 204 })
    },
    fault: (given: object) => control('POST', '/fault', given),
    recover: () => control('DELETE', '/received'),
  }
}
