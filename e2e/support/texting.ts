import { texting } from '@agency-support/contract/modules/texting'
import { callControl } from '@agency-support/sandbox/providers/control'
import { expect, type Page } from '@playwright/test'
import type { AgencySoftware } from './agency-software.ts'
import type { ServerProcess } from './server-process.ts'
import type { World } from './world.ts'

/** Calls a control endpoint of the Bandwidth emulator; see its control.ts. */
export async function controlBandwidth(server: ServerProcess, what: string, given: object): Promise<void> {
  await callControl(server.emulators.bandwidth, 'POST', `/${what}`, given)
}

/** Clears the faults of the emulator. */
export async function clearBandwidthFaults(server: ServerProcess): Promise<void> {
  await callControl(server.emulators.bandwidth, 'DELETE', '/fault')
}

/** Resets the emulator, and expects that it received no unknown requests. */
export async function resetBandwidth(server: ServerProcess): Promise<void> {
  const { bandwidth } = server.emulators
  const received = (await callControl(bandwidth, 'GET', '/received')) as { unknown: string[] }
  expect(received.unknown).toEqual([])
  await callControl(bandwidth, 'DELETE', '/world')
}

/** An agency with texting, a number whose order is complete at the server's Bandwidth, and one message. */
export async function textingAgency(
  world: World,
  name: string,
  server = world.server,
): Promise<{ id: number; phone: string; software: AgencySoftware }> {
  const id = await world.agency({ name })
  const phone = `80${id}`
  await controlBandwidth(server, 'orders', { id: `order-${id}`, kind: 'standard', numbers: [phone] })
  const software = await world.software(id)
  const at = '2026-11-20T14:44:12Z'
  await software.call(texting.reportSetUp, {
    events: [{ kind: 'setUp', id: 's', at, phone, orderId: `order-${id}` }],
  })
  await software.call(texting.reportMessages, {
    events: [
      {
        id: 'm-1',
        at,
        bandwidthMessageId: `bw-${id}`,
        source: 0,
        intPhone: phone,
        extPhone: '3855550100',
        type: 0,
        status: 1,
        text: 'See you Monday',
        attachments: ['card.pdf'],
      },
    ],
  })
  return { id, phone, software }
}

/** The Texting tab of an agency. */
export function textingTab(page: Page) {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const status = card('Texting')
  const fact = (term: string) =>
    status
      .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
      .locator('dd')
  return {
    open: (id: number) => page.goto(`/agency-detail/${id}?tab=texting`),
    status,
    fact,
    toggle: status.getByRole('switch'),
    message: card('Message lookup'),
    phone: card('Phone number'),
    tcr: card('TCR number'),
    comparison: card('Reconciliation'),
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
  }
}
