import { type FormstackEmulator, startFormstack } from '@agency-support/sandbox/providers/formstack/start'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TurnableClock, turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import type { Services } from '../../calls/context.ts'
import { carryOut, type Engine, type Job } from '../../jobs/outside-work/carry-out.ts'
import { readWork } from '../../jobs/outside-work/store.ts'
import { openLog } from '../../log.ts'
import type { ESignProvider } from '../../providers/esign-provider.ts'
import { formstack } from '../../providers/formstack.ts'
import { cleanupAccounts, nothingCleaned } from './cleanup-accounts.ts'
import { closeAccounts, nothingClosed } from './close-accounts.ts'

const log = openLog('silent')
const { db } = useDatabase({ poolSize: 3 })
let emulator: FormstackEmulator
let clock: TurnableClock
let provider: ESignProvider
beforeAll(async () => {
  emulator = await startFormstack({ port: 0 })
  clock = turnableClock()
  provider = formstack.open(emulator.settings, { clock, log })
})
afterAll(() => emulator.close())

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

/** The provider until the process is killed: at its question of this number, before or after it is carried out. */
function killedAt(question: number, moment: Moment): { provider: ESignProvider; wasKilled: () => boolean } {
  let asked = 0
  let isDead = false
  const kill = (): void => {
    isDead = true
    throw new Error('killed')
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
  db,
  clock,
  log,
  kinds: new Map([closeAccounts, cleanupAccounts].map((kind) => [kind.name, kind])),
  needs: { formstack: esign } as Services,
  send: () => Promise.resolve(),
  hint: () => undefined,
  committed: () => undefined,
})

async function addWork(kind: string, agencyId: number, input: object, progress: object): Promise<Job> {
  const at = clock.now()
  const workId = crypto.randomUUID()
  await db.write
    .insertInto('outside_work')
    .values({
      work_id: workId,
      kind,
      agency_id: agencyId,
      input: JSON.stringify(input),
      progress: JSON.stringify(progress),
      requested_at: at,
      requested_by: 'ann',
      next_attempt_at: at,
    })
    .execute()
  return { workId, due: at.toISOString() }
}

const kinds = [
  {
    kind: closeAccounts.name,
    progress: nothingClosed,
    event: 'esignature.accountsClosed',
    effect: 'deactivated',
    input: (groupId: string) => ({ groupId }),
  },
  {
    kind: cleanupAccounts.name,
    progress: nothingCleaned,
    event: 'esignature.accountsRemoved',
    effect: 'removed',
    input: (groupId: string) => ({
      groupId,
      users: [
        { email: `1@${groupId}.test`, accountId: `${groupId}-1` },
        { email: `2@${groupId}.test`, accountId: '' },
        { email: `3@${groupId}.test`, accountId: `${groupId}-3` },
        { email: `none@${groupId}.test`, accountId: '' },
      ],
    }),
  },
]

// K10
test.each(kinds.flatMap((one) => (['before', 'after'] as const).map((moment) => ({ ...one, moment }))))(
  '[PROV-51] $kind killed $moment any question to Formstack changes every account once and ends once',
  async ({ kind, progress, event, effect, input, moment }) => {
    let question = 0
    for (let isKilled = true; isKilled; ) {
      question += 1
      const agencyId =
        question + 100 * (kinds.findIndex((one) => one.kind === kind) * 2 + (moment === 'after' ? 1 : 0))
      const groupId = `g${agencyId}`
      await putGroup(groupId)
      const job = await addWork(kind, agencyId, input(groupId), progress)
      const mortal = killedAt(question, moment)
      await carryOut(engineWith(mortal.provider), job).catch((error: Error) =>
        expect(error.message).toBe('killed'),
      )
      isKilled = mortal.wasKilled()
      await carryOut(engineWith(provider), job)
      expect(await readWork(db.read, agencyId, kind)).toMatchObject({ succeeded: true })
      const once = Object.fromEntries(accounts.map((id) => [`${effect} ${groupId}-${id}`, 1]))
      expect(await (await fetch(`${emulator.url}/effects`)).json()).toEqual({ [job.workId]: once })
      const entries = db.read.selectFrom('journal').select('event').where('agency_id', '=', agencyId)
      expect(await entries.execute()).toEqual([{ event }])
    }
    // Every account, and what is read before them and at the end.
    expect(question).toBeGreaterThan(accounts.length + 1)
  },
)

test('a group that Formstack does not know is closed already', async () => {
  const job = await addWork(closeAccounts.name, 901, { groupId: 'unknown' }, nothingClosed)
  await carryOut(engineWith(provider), job)
  expect(await readWork(db.read, 901, closeAccounts.name)).toMatchObject({ succeeded: true })
})

test('an account of somebody else is left alone, and the journal says how many', async () => {
  await putGroup('own')
  await putGroup('foreign')
  const users = [
    { email: '1@own.test', accountId: 'own-1' },
    { email: '2@own.test', accountId: 'foreign-2' },
  ]
  const job = await addWork(cleanupAccounts.name, 902, { groupId: 'own', users }, nothingCleaned)
  await carryOut(engineWith(provider), job)
  expect(await provider.getUser('foreign-2')).toMatchObject({ id: 'foreign-2' })
  const entries = db.read.selectFrom('journal').select('after').where('agency_id', '=', 902)
  expect(await entries.execute()).toEqual([{ after: { removed: 1, others: 1 } }])
})
