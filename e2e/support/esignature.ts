import { esignature } from '@agency-support/contract/modules/esignature'
import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { expect, type Page } from '@playwright/test'
import type { ServerProcess } from './server-process.ts'
import type { World } from './world.ts'

/** Calls a control endpoint of the Formstack emulator; see its control.ts. */
export function controlFormstack(
  server: ServerProcess,
  path: ControlRequest[1],
  given?: object,
): Promise<unknown> {
  return callControl(server.emulators.formstack, given === undefined ? 'GET' : 'POST', path, given)
}

/**
 * A subscribed agency: `ann` with her account, `bob` whose account exists at Formstack but is unknown here, and `cy`,
 * whose address is not confirmed. Returns its id.
 */
export async function signingAgency(world: World, name: string, server = world.server): Promise<number> {
  const id = await world.agency({ name })
  const groupId = `g${id}`
  const accounts = ['ann', 'bob'].map((user, at) => ({
    id: `${groupId}-${at + 1}`,
    email: `${user}@${id}.test`,
    admin: user === 'bob',
    created: '2026-03-01T14:30:00Z',
    activated: '2026-03-01T15:00:00Z',
  }))
  await controlFormstack(server, '/groups', {
    id: groupId,
    startDate: '2026-03-01T14:00:00Z',
    users: accounts,
  })
  const user = (who: string, accountId: string, isValidated = true) => ({
    emailAddress: `${who}@${id}.test`,
    userInitials: who.toUpperCase(),
    isAdmin: who === 'ann',
    isValidated,
    dateCreated: '2026-03-02T15:04:05Z',
    accountId,
  })
  const software = await world.software(id)
  await software.call(esignature.report, {
    events: [
      {
        kind: 'subscribed',
        id: 's',
        at: '2026-03-01T14:00:00Z',
        groupId,
        emailAddress: `ann@${id}.test`,
      },
      {
        kind: 'users',
        id: 'u',
        at: '2026-03-02T15:04:05Z',
        users: [user('ann', `${groupId}-1`), user('bob', ''), user('cy', '', false)],
      },
    ],
  })
  return id
}

/** The E-SIG tab of an agency. */
export function esigTab(page: Page) {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  return {
    open: (id: number) => page.goto(`/agency-detail/${id}?tab=esig`),
    status: card('Subscription'),
    users: card('Registered users'),
    query: card('Formstack API Query'),
    comparison: card('Reconciliation'),
    danger: card('Danger zone'),
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
  }
}

/** Expects the facts of the queried group, and those of the account that is unknown here. */
export async function expectGroup(page: Page, id: number): Promise<void> {
  const { query } = esigTab(page)
  await expect(query.locator('dl > div')).toHaveText([
    'Start dateMar 1st 2026 9:00:00 am',
    'ActiveYes',
    `Idg${id}`,
  ])
  const bob = query.getByRole('row', { name: 'bob' })
  await expect(bob).toHaveText(`g${id}-2bob@${id}.testMar 1st 2026 10:00:00 amnoneMar 1st 2026 9:30:00 amUse`)
  for (const column of [1, 2])
    await expect(bob.getByRole('cell').nth(column).getByRole('img', { name: 'Yes' })).toBeVisible()
}

/** Makes the software of an agency report a subscription to e-signature in a month, and its cancellation a day later. */
export async function reportSigning(world: World, agencyId: number, month = '2026-03'): Promise<void> {
  const owner = { emailAddress: 'o@a.test' }
  await (await world.software(agencyId)).call(esignature.report, {
    events: [
      { kind: 'subscribed', id: 's', at: `${month}-02T15:04:05Z`, groupId: `g${agencyId}`, ...owner },
      { kind: 'cancelled', id: 'c', at: `${month}-03T15:04:05Z`, ...owner },
    ],
  })
}
