import { callControl } from '@agency-support/sandbox/providers/control'
import type { ServerProcess } from './server-process.ts'

/** Sets a fault or an answer of the back-office emulator; see its faults.ts. */
export async function setFault(server: ServerProcess, fault: object): Promise<void> {
  await callControl(server.emulators.backOffice, 'POST', '/fault', fault)
}

/** Makes the four endpoints answer with these texts for one agency. */
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
