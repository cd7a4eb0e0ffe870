import { expect } from '@playwright/test'
import type { ServerProcess } from './server-process.ts'

/** Tells the emulator of the back office what shall go wrong, or what it shall answer; see its faults.ts. */
export async function setFault(server: ServerProcess, fault: object): Promise<void> {
  const answer = await fetch(`${server.emulators.backOffice}/_emu/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(answer.status).toBe(204)
}

/** Makes the four questions about one agency answer with these texts. */
export async function answerWith(
  server: ServerProcess,
  agencyId: number,
  answers: Partial<Record<'billing' | 'contacts' | 'seats' | 'license', unknown>>,
): Promise<void> {
  for (const [endpoint, answer] of Object.entries(answers)) {
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
    await setFault(server, { endpoint, agencyId, kind: 'body', body })
  }
}
