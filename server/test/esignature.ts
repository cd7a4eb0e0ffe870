import type { ClientIn } from '@agency-support/contract/call'
import { esignature, type EsignatureDetails } from '@agency-support/contract/modules/esignature'
import { P } from '@agency-support/contract/permissions'
import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { type FormstackEmulator, startFormstack } from '@agency-support/sandbox/providers/formstack/start'
import { afterEach, beforeAll, expect } from 'vitest'
import { type TestServer, testServer } from './app.ts'
import type { TestClient } from './client.ts'

type Event = ClientIn<typeof esignature.report>['events'][number]
type Listed = Extract<Event, { kind: 'users' }>['users'][number]
type Person = TestClient & { person: { username: string } }

export const subscribed = (id: string, at: string, groupId = '4711'): Event => ({
  kind: 'subscribed',
  id,
  at,
  groupId,
  emailAddress: 'owner@smith.test',
})
export const cancelled = (id: string, at: string): Event => ({
  kind: 'cancelled',
  id,
  at,
  emailAddress: 'owner@smith.test',
})
export const users = (id: string, at: string, ...listed: Listed[]): Event => ({
  kind: 'users',
  id,
  at,
  users: listed,
})
export const user = (emailAddress: string, more: Partial<Listed> = {}): Listed => ({
  emailAddress,
  userInitials: 'ABC',
  isAdmin: false,
  isValidated: true,
  dateCreated: '2026-03-02T10:00:00Z',
  ...more,
})

/** A server beside an emulator of Formstack, and agencies whose software tells it of their e-signature. */
export interface EsignatureWorld {
  emulator: FormstackEmulator
  server: TestServer
  /** Holds CanAccess alone. */
  reader: Person
  /** May change account ids. */
  editor: Person
  /** May delete accounts. */
  manager: Person
  /** Asks the emulator's control; what it answers in JSON. */
  control(...request: ControlRequest): Promise<unknown>
  /** A new agency whose software has reported these events. */
  agencyWith(...events: Event[]): Promise<{ agencyId: number; software: TestClient }>
  /**
   * A new agency that is subscribed, with a group of two accounts at Formstack. Registered are `a@…` with its account,
   * `b@…` whose account id is not known, and `none@…` who has none.
   */
  withAccounts(groupId: string): Promise<number>
  detailsOf(agencyId: number): Promise<EsignatureDetails>
  emailsOf(agencyId: number): Promise<string[]>
  /** The journal's rows of an event of an agency. */
  listJournal(agencyId: number, event: string): Promise<JournalRow[]>
}

interface JournalRow {
  actor_kind: string
  actor: string
  subject: string | null
  before: unknown
  after: unknown
}

let lastId = 52_000

/**
 * Gives the tests of a file such a world, like useServer; after each of them Formstack has received no request for an
 * unknown route.
 */
export function useEsignature(): EsignatureWorld {
  const world = {} as EsignatureWorld
  beforeAll(async () => {
    const opened = await openEsignature()
    Object.assign(world, opened)
    return () => opened.close()
  })
  afterEach(async () => {
    expect(await world.control('GET', '/unknown')).toEqual([])
    await world.control('DELETE', '/received')
  })
  return world
}

async function openEsignature() {
  const emulator = await startFormstack()
  const server = await testServer({ config: { formstack: emulator.settings } })
  const holding = (...permissions: (typeof P)[keyof typeof P][]) =>
    server.asNew({ permissions: [P.CanAccess, ...permissions] })
  const reader = await holding()
  const world: EsignatureWorld = {
    emulator,
    server,
    reader,
    editor: await holding(P.CanEditFormstackIds),
    manager: await holding(P.CanManageFormstack),
    control: (...request) => callControl(emulator.url, ...request),
    agencyWith: async (...events) => {
      lastId += 1
      const software = await server.software(lastId)
      if (events.length > 0) expect((await software.call(esignature.report, { events })).code).toBe(0)
      return { agencyId: lastId, software }
    },
    withAccounts: async (groupId) => {
      const accounts = [
        { id: `${groupId}-1`, email: `a@${groupId}.test` },
        { id: `${groupId}-2`, email: `b@${groupId}.test` },
      ]
      await world.control('POST', '/groups', { id: groupId, users: accounts })
      const { agencyId } = await world.agencyWith(
        subscribed('s', '2026-03-01T09:00:00Z', groupId),
        users(
          'u',
          '2026-03-02T10:00:00Z',
          user(`A@${groupId}.test`, { accountId: `${groupId}-1` }),
          user(`b@${groupId}.test`),
          user(`none@${groupId}.test`),
        ),
      )
      return agencyId
    },
    detailsOf: async (agencyId) => {
      const [details] = (await reader.call(esignature.details, { agencyId })).data
      return details ?? expect.unreachable('every agency has details')
    },
    emailsOf: async (agencyId) =>
      (await world.detailsOf(agencyId)).registeredUsers.map(({ emailAddress }) => emailAddress),
    listJournal: (agencyId, event) =>
      server.db.read
        .selectFrom('journal')
        .select(['actor_kind', 'actor', 'subject', 'before', 'after'])
        .where('agency_id', '=', agencyId)
        .where('event', '=', event)
        .orderBy('seq')
        .execute(),
  }
  return {
    ...world,
    close: async () => {
      await server.close()
      await emulator.close()
    },
  }
}
