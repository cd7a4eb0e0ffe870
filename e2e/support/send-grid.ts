import { expect } from '@playwright/test'
import type { ServerProcess } from './server-process.ts'

type List = 'bounces' | 'blocks' | 'invalid_emails' | 'spam_reports'

/** The emulator of SendGrid, of this worker's server: what it lists, and what shall go wrong; see its faults.ts. */
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
    /** No faults and no suppressed addresses. */
    async empty() {
      await ask('DELETE', 'fault')
      await ask('DELETE', 'suppressions')
    },
    /** Suppresses these addresses, for a reason of their own, or so many made-up ones. */
    add: (mode: '5x' | '6x', list: List, given: { emails?: string[]; reason?: string; count?: number }) =>
      ask('POST', 'suppressions', { mode, list, ...given }),
    /** Tells the server of events of mails, signed as SendGrid signs them. */
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
