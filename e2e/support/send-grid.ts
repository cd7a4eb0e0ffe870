import { expect } from '@playwright/test'
import type { ServerProcess } from './server-process.ts'

type List = 'bounces' | 'blocks' | 'invalid_emails' | 'spam_reports'

/** Control of the SendGrid emulator of this worker's server: its lists and faults; see its faults.ts. */
export function sendGrid(server: ServerProcess) {
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${server.emulators.sendGrid}/_emu/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(204)
  }
  return {
    /** Removes all faults and suppressed addresses. */
    async empty() {
      await ask('DELETE', 'fault')
      await ask('DELETE', 'suppressions')
    },
    /** Suppresses these addresses, optionally with a reason, or this many made-up ones. */
    add: (mode: '5x' | '6x', list: List, given: { emails?: string[]; reason?: string; count?: number }) =>
      ask('POST', 'suppressions', { mode, list, ...given }),
    /** Sends mail events to the server, signed as by SendGrid. */
    async tell(mode: '5x' | '6x', events: readonly object[]) {
      await ask('POST', 'webhook', { url: server.origin })
      const answer = await fetch(`${server.emulators.sendGrid}/_emu/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode, events }),
      })
      expect(await answer.json()).toEqual({ status: 204 })
    },
    fault: (given: object) => ask('POST', 'fault', given),
    mend: () => ask('DELETE', 'fault'),
  }
}
