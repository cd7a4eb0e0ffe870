import { esignature } from '@agency-support/contract/modules/esignature'
import { P } from '@agency-support/contract/permissions'
import { type FormstackEmulator, startFormstack } from '@agency-support/sandbox/providers/formstack/start'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killed } from '../../../test/killed.ts'
import type { TestClient } from '../../../test/client.ts'
import { cancelled, subscribed, user, users } from '../../../test/esignature.ts'
import { type MadeUpServer, madeUpServer } from '../../../test/made-up.ts'
import type { Services } from '../../calls/context.ts'
import { carryOut, type Engine, type Job } from '../../jobs/outside-work/carry-out.ts'
import { readWork } from '../../jobs/outside-work/store.ts'
import { openLog } from '../../lib/log.ts'
import type { ESignProvider } from '../../providers/esign-provider.ts'
import { formstack } from '../../providers/formstack.ts'
import { cleanupAccounts } from './cleanup-accounts.ts'
import { closeAccounts } from './close-accounts.ts'
import { readWorks } from './works.ts'

const log = openLog('silent')
let emulator: FormstackEmulator
let server: MadeUpServer
let canceller: TestClient
let provider: ESignProvider
beforeAll(async () => {
  emulator = await startFormstack()
  server = await madeUpServer({ formstack: emulator.settings }, { takesWorks: true })
  canceller = await server.asNew({ permissions: [P.CanAccess, P.CancelAgencySubscription] })
  provider = formstack.open(emulator.settings, { clock: server.clock, log })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await emulator.close()
})

const accounts = ['1', '2', '3']

async function putGroup(groupId: string): Promise<void> {
  const users = accounts.map((id) => ({ id: `${groupId}-${id}`, email: `${id}@${groupId}.test` }))
  await fetch(`${emulator.url}/received`, { method: 'DELETE' })
  await fetch(`${emulator.url}/groups`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: groupId, users }),
  })
}

type Moment = 'before' | 'after'

/** The provider until the process dies: at this request, before or after it is carried out. */
function killedAt(question: number, moment: Moment): { provider: ESignProvider; wasKilled: () => boolean } {
  let asked = 0
  let isDead = false
  const kill = (): void => {
    isDead = true
    throw killed()
  }
  const mortal = new Proxy(provider, {
    get:
      (target, name: keyof ESignProvider) =>
      async (...given: never[]) => {
        asked += 1
        if (asked === question && moment === 'before') kill()
        const answer: unknown = await (target[name] as (...args: never[]) => Promise<unknown>)(...given)
        if (asked === question) kill()
        return answer
      },
  })
  return { provider: mortal, wasKilled: () => isDead }
}

const engineWith = (esign: ESignProvider): Engine<Services> => ({
  db: server.db,
  clock: server.clock,
  log,
  kinds: new Map([closeAccounts, cleanupAccounts].map((kind) => [kind.name, kind])),
  needs: { formstack: esign } as Services,
  send: () => Promise.resolve(),
  hint: () => undefined,
  committed: () => undefined,
})

/** The job of the work that a call added. */
async function jobOf(agencyId: number, kind: string): Promise<Job> {
  const work = await readWork(server.db.read, agencyId, kind)
  const due = work?.next_attempt_at ?? expect.unreachable('it was asked for')
  return { workId: work?.work_id ?? '', due: due.toISOString() }
}

const began = '2026-03-01T09:00:00Z'

/** Cancels the subscription of a new agency, so that its accounts must be closed. */
async function cancel(agencyId: number, groupId: string): Promise<Job> {
  const software = await server.software(agencyId)
  await software.call(esignature.report, { events: [subscribed('s', began, groupId)] })
  expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(0)
  return jobOf(agencyId, closeAccounts.name)
}

type Listed = ReturnType<typeof user>

/** Starts a cleanup for a new agency that has cancelled with these users registered. */
async function cleanUp(agencyId: number, groupId: string, listed = usersOf(groupId)): Promise<Job> {
  const software = await server.software(agencyId)
  await software.call(esignature.report, {
    events: [
      subscribed('s', began, groupId),
      users('u', '2026-03-02T10:00:00Z', ...listed),
      cancelled('c', '2026-03-03T10:00:00Z'),
    ],
  })
  expect((await canceller.call(esignature.cleanup, { agencyId })).code).toBe(0)
  return jobOf(agencyId, cleanupAccounts.name)
}

const usersOf = (groupId: string): Listed[] => [
  user(`1@${groupId}.test`, { accountId: `${groupId}-1` }),
  user(`2@${groupId}.test`),
  user(`3@${groupId}.test`, { accountId: `${groupId}-3` }),
  user(`none@${groupId}.test`),
]

const kinds = [
  {
    kind: closeAccounts.name,
    ask: cancel,
    event: 'esignature.accountsClosed',
    effect: 'deactivated',
  },
  {
    kind: cleanupAccounts.name,
    ask: (agencyId: number, groupId: string) => cleanUp(agencyId, groupId),
    event: 'esignature.accountsRemoved',
    effect: 'removed',
  },
]

// K10
test.each(kinds.flatMap((one) => (['before', 'after'] as const).map((moment) => ({ ...one, moment }))))(
  '[PROV-51] $kind killed $moment any question to Formstack changes every account once and ends once',
  async ({ kind, ask, event, effect, moment }) => {
    let question = 0
    for (let isKilled = true; isKilled; ) {
      question += 1
      const agencyId =
        question + 100 * (kinds.findIndex((one) => one.kind === kind) * 2 + (moment === 'after' ? 1 : 0))
      const groupId = `g${agencyId}`
      await putGroup(groupId)
      const job = await ask(agencyId, groupId)
      const mortal = killedAt(question, moment)
      await carryOut(engineWith(mortal.provider), job).catch((error: Error) =>
        expect(error.message).toBe('killed'),
      )
      isKilled = mortal.wasKilled()
      await carryOut(engineWith(provider), job)
      expect(await readWork(server.db.read, agencyId, kind)).toMatchObject({ succeeded: true })
      const once = Object.fromEntries(accounts.map((id) => [`${effect} ${groupId}-${id}`, 1]))
      expect(await (await fetch(`${emulator.url}/effects`)).json()).toEqual({ [job.workId]: once })
      const ends = await server.db.read
        .selectFrom('journal')
        .select('event')
        .where('agency_id', '=', agencyId)
        .where('actor_kind', '=', 'system')
        .execute()
      expect(ends).toEqual([{ event }])
    }
    // One request per account, and the reads before and after.
    expect(question).toBeGreaterThan(accounts.length + 1)
  },
)

const get = (path: string) => fetch(`${emulator.url}/${path}`)
const post = (path: string, given: object) =>
  fetch(`${emulator.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })

test('a group of 1,500 accounts is read in parts: after a failure only the part that failed is read again', async () => {
  const active = new Set([0, 99, 100, 1_234, 1_499])
  const accounts = Array.from({ length: 1_500 }, (_, at) => ({
    id: `m${at}`,
    email: `${at}@large.test`,
    active: active.has(at),
  }))
  await post('groups', { id: 'large', users: accounts })
  await fetch(`${emulator.url}/received`, { method: 'DELETE' })
  const job = await cancel(903, 'large')
  // Once, and twice more by the retries of a read.
  await post('fault', { endpoint: 'user', id: 'm1234', kind: 'status', status: 503, times: 3 })
  await carryOut(engineWith(provider), job)
  const failed = await readWork(server.db.read, 903, closeAccounts.name)
  expect(failed).toMatchObject({ failures: 1, progress: { total: 1_200, left: ['m0', 'm99', 'm100'] } })
  // Nobody knows yet how many are active.
  expect(await readWorks(server.db.read, 903)).toMatchObject([{ kind: 'close', total: null, left: null }])
  await carryOut(engineWith(provider), await jobOf(903, closeAccounts.name))
  expect(await readWork(server.db.read, 903, closeAccounts.name)).toMatchObject({ succeeded: true })
  const closed = Object.fromEntries([...active].map((at) => [`deactivated m${at}`, 1]))
  expect(await (await get('effects')).json()).toEqual({ [job.workId]: closed })
  const received = (await (await get('received')).json()) as { method: string; url: string }[]
  const readsOf = (id: string) => received.filter(({ url }) => url === `/scim/Users/${id}`)
  // The first reading and the final check.
  expect(readsOf('m5')).toHaveLength(2)
  expect(readsOf('m1234').filter(({ method }) => method === 'GET')).toHaveLength(5)
  expect(received.filter(({ url }) => url === '/scim/Groups/large')).toHaveLength(2)
})

const endFaults = () => fetch(`${emulator.url}/fault`, { method: 'DELETE' })
const effectsOf = async ({ workId }: Job) =>
  ((await (await get('effects')).json()) as Record<string, object>)[workId]

test.each([
  { ...kinds[0], agencyId: 904, endpoint: 'patch', status: 400, total: 3 },
  { ...kinds[1], agencyId: 905, endpoint: 'delete', status: 403, total: 4 },
])(
  'an account that Formstack refuses keeps $kind from no other, and is tried until it is accepted',
  async (one) => {
    const { kind = '', ask = cancel, effect, agencyId, endpoint, status, total } = one
    const groupId = `r${agencyId}`
    await putGroup(groupId)
    const job = await ask(agencyId, groupId)
    await post('fault', { endpoint, id: `${groupId}-1`, kind: 'status', status })
    await post('fault', { endpoint, id: `${groupId}-2`, kind: 'status', status })
    await carryOut(engineWith(provider), job)
    expect(await effectsOf(job)).toEqual({ [`${effect} ${groupId}-3`]: 1 })
    expect(await readWorks(server.db.read, agencyId)).toMatchObject([
      { left: 2, total, state: { failures: 1, lastFailure: `Formstack answered with status ${status}` } },
    ])
    await endFaults()
    await post('fault', { endpoint, id: `${groupId}-1`, kind: 'status', status })
    await carryOut(engineWith(provider), await jobOf(agencyId, kind))
    expect(await effectsOf(job)).toEqual({ [`${effect} ${groupId}-3`]: 1, [`${effect} ${groupId}-2`]: 1 })
    expect(await readWorks(server.db.read, agencyId)).toMatchObject([{ left: 1, total }])
    await endFaults()
    await carryOut(engineWith(provider), await jobOf(agencyId, kind))
    expect(await readWork(server.db.read, agencyId, kind)).toMatchObject({ succeeded: true })
    expect(Object.keys((await effectsOf(job)) ?? {})).toHaveLength(3)
  },
)

test('accounts that stay active whatever Formstack accepts are closed again after a pause, not at once', async () => {
  await putGroup('deaf')
  const job = await cancel(906, 'deaf')
  // Accepted, and nothing done.
  await post('fault', { endpoint: 'patch', id: 'deaf-2', kind: 'status', status: 204, body: '' })
  await carryOut(engineWith(provider), job)
  const waiting = await readWork(server.db.read, 906, closeAccounts.name)
  expect(waiting).toMatchObject({ ended_at: null, failures: 0 })
  expect(waiting?.next_attempt_at?.getTime()).toBe(server.clock.now().getTime() + 5_000)
  expect(await readWorks(server.db.read, 906)).toMatchObject([{ left: 1, total: 3 }])
  await endFaults()
  await carryOut(engineWith(provider), await jobOf(906, closeAccounts.name))
  expect(await readWork(server.db.read, 906, closeAccounts.name)).toMatchObject({ succeeded: true })
})

test('[PROV-50] the accounts of those who were registered again while Formstack was away stay', async () => {
  await putGroup('again')
  const job = await cleanUp(907, 'again')
  const at = new Date(server.clock.now().getTime() + 1_000).toISOString()
  const back = [
    user('1@again.test', { accountId: 'again-1', dateCreated: at }),
    user('2@again.test', { dateCreated: at }),
  ]
  const events = [subscribed('back', at, 'again'), users('anew', at, ...back)]
  expect((await (await server.software(907)).call(esignature.report, { events })).code).toBe(0)
  await carryOut(engineWith(provider), job)
  expect(await effectsOf(job)).toEqual({ 'removed again-3': 1 })
  expect(await readWork(server.db.read, 907, cleanupAccounts.name)).toMatchObject({
    succeeded: true,
    progress: { removed: 1, others: 0 },
  })
})

test('a group that Formstack does not know is closed already if nobody got an account', async () => {
  const job = await cancel(901, 'unknown')
  await carryOut(engineWith(provider), job)
  expect(await readWork(server.db.read, 901, closeAccounts.name)).toMatchObject({ succeeded: true })
})

test('a group whose accounts Formstack does not know any more is asked for until it is there', async () => {
  const software = await server.software(908)
  const events = [
    subscribed('s', began, 'lost'),
    users('u', '2026-03-02T10:00:00Z', user('1@lost.test', { accountId: 'lost-1' })),
  ]
  expect((await software.call(esignature.report, { events })).code).toBe(0)
  expect((await canceller.call(esignature.cancel, { agencyId: 908 })).code).toBe(0)
  await carryOut(engineWith(provider), await jobOf(908, closeAccounts.name))
  const lastFailure = 'Formstack does not know the group lost'
  const state = { failures: 1, lastFailure, endedAt: null }
  expect(await readWorks(server.db.read, 908)).toMatchObject([{ kind: 'close', total: null, state }])
  await putGroup('lost')
  const job = await jobOf(908, closeAccounts.name)
  await carryOut(engineWith(provider), job)
  expect(Object.keys((await effectsOf(job)) ?? {})).toHaveLength(3)
  expect(await readWork(server.db.read, 908, closeAccounts.name)).toMatchObject({ succeeded: true })
})

test('accounts that are closed stay closed when their group goes', async () => {
  await putGroup('gone')
  const job = await cancel(909, 'gone')
  let readings = 0
  const forgetting = new Proxy(provider, {
    get: (target, name: keyof ESignProvider) =>
      name === 'listMemberIds' && readings++ > 0 ? () => Promise.resolve(null) : target[name].bind(target),
  })
  await carryOut(engineWith(forgetting), job)
  expect(await readWork(server.db.read, 909, closeAccounts.name)).toMatchObject({
    succeeded: true,
    progress: { total: 3 },
  })
})

test('an account of somebody else is left alone, and the journal says how many', async () => {
  await putGroup('own')
  await putGroup('foreign')
  const job = await cleanUp(902, 'own', [
    user('1@own.test', { accountId: 'own-1' }),
    user('2@own.test', { accountId: 'foreign-2' }),
  ])
  await carryOut(engineWith(provider), job)
  expect(await provider.getUser('foreign-2')).toMatchObject({ id: 'foreign-2' })
  const ends = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('agency_id', '=', 902)
    .where('actor_kind', '=', 'system')
    .execute()
  expect(ends).toEqual([{ after: { removed: 1, others: 1 } }])
})
