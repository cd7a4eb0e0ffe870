import { marketplace } from '@agency-support/contract/modules/marketplace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killed } from '../../../test/killed.ts'
import { giveAgentKey } from '../../../test/agent-keys.ts'
import type { TestClient } from '../../../test/client.ts'
import { type MadeUpServer, madeUpServer } from '../../../test/made-up.ts'
import { allPermissions } from '../../../test/people.ts'
import type { Services } from '../../calls/context.ts'
import { carryOut, type Engine, type Job } from '../../jobs/outside-work/carry-out.ts'
import { readWork } from '../../jobs/outside-work/store.ts'
import { openLog } from '../../lib/log.ts'
import { StoreError, type StoreResolver } from '../../providers/object-store.ts'
import { clearCloud } from './clear-cloud.ts'

let server: MadeUpServer
let sender: TestClient
beforeAll(async () => {
  server = await madeUpServer({}, { takesWorks: true })
  sender = await server.asNew({ permissions: allPermissions })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Three steps: 500, 500 and the rest. */
const clientFiles = 1_001

interface Stored {
  kind: string
  location: number
  key: string
}

/**
 * Inserts files of an agency directly, because uploading a thousand per test would take minutes; resets.calls.test.ts
 * covers uploaded files. Returns the names of their objects.
 */
async function putFiles(agencyId: number, files: readonly Stored[]): Promise<string[]> {
  const { clock, db } = server
  const now = clock.now()
  const rows = files.map(({ kind, location, key }) => ({
    agency_id: agencyId,
    kind,
    location,
    file_key: key,
    name: key,
    place: `agency ${agencyId}`,
    object_name: `${location}-${key}`,
    size: 1,
    sha256: '',
    file_at: now,
    stored_at: now,
    upload_id: crypto.randomUUID(),
  }))
  await db.write.insertInto('agency_file').values(rows).execute()
  return rows.map(({ object_name }) => object_name)
}

/**
 * Requests the reset of an agency with client files and some files that must stay; one more arrives afterwards. Returns
 * the work and the objects of all files.
 */
async function askForReset(
  agencyId: number,
  allServices: boolean,
): Promise<{ job: Job; objects: Set<string> }> {
  await giveAgentKey(server.db, server.clock, agencyId)
  const clients = Array.from({ length: clientFiles }, (_, at) => String(at).padStart(8, '0'))
  const objects = await putFiles(agencyId, [
    ...clients.map((key) => ({ kind: 'client', location: 0, key })),
    { kind: 'client', location: 4, key: 'domain' },
    { kind: 'log', location: 8, key: 'error.log' },
  ])
  expect((await sender.call(marketplace.cloudReset, { agencyId, allServices })).code).toBe(0)
  const work = await readWork(server.db.read, agencyId, clearCloud.name)
  const due = work?.next_attempt_at ?? expect.unreachable('it was asked for')
  server.clock.turn(1)
  const later = await putFiles(agencyId, [{ kind: 'client', location: 0, key: 'later' }])
  return {
    job: { workId: work?.work_id ?? '', due: due.toISOString() },
    objects: new Set([...objects, ...later]),
  }
}

/** An engine whose stores delete from these objects; `before` may throw to simulate a crash. */
function engineWith(
  objects: Set<string>,
  before: (name: string) => void = () => undefined,
): Engine<Services> & { hints: number } {
  const remove = (name: string): Promise<boolean> => {
    before(name)
    return Promise.resolve(objects.delete(name))
  }
  const check = (): Promise<undefined> => Promise.resolve(undefined)
  const stores = { at: () => ({ remove, check }) } as unknown as StoreResolver
  const engine = {
    db: server.db,
    clock: server.clock,
    log: openLog('silent'),
    kinds: new Map([[clearCloud.name, clearCloud]]),
    needs: { stores } as Services,
    send: () => Promise.resolve(),
    hint: () => {
      engine.hints += 1
    },
    committed: () => undefined,
    hints: 0,
  }
  return engine
}

const listed = async (agencyId: number) =>
  (
    await server.db.read
      .selectFrom('agency_file')
      .select('object_name')
      .where('agency_id', '=', agencyId)
      .execute()
  )
    .map(({ object_name }) => object_name)
    .sort()

// The first file of a step, one in the middle, and the last of all.
test.each([1, 250, 500, 501, 1_001])(
  '[MKT-50] a reset killed at its removal %i is completed: every object and its row are gone, and it ends once',
  async (killedAt) => {
    const agencyId = 90_000_000 + killedAt
    const { job, objects } = await askForReset(agencyId, false)
    let removals = 0
    const kill = (): void => {
      removals += 1
      if (removals >= killedAt) throw killed()
    }
    await expect(carryOut(engineWith(objects, kill), job)).rejects.toThrow('killed')
    const work = await readWork(server.db.read, agencyId, clearCloud.name)
    const before = Math.floor((killedAt - 1) / 500) * 500
    expect(work?.progress).toEqual({ total: clientFiles, removed: before })
    expect(await listed(agencyId)).toHaveLength(clientFiles + 3 - before)

    const engine = engineWith(objects)
    await carryOut(engine, job)
    expect(await readWork(server.db.read, agencyId, clearCloud.name)).toMatchObject({
      succeeded: true,
      progress: { removed: clientFiles },
    })
    expect([...objects].sort()).toEqual(['0-later', '4-domain', '8-error.log'])
    expect(await listed(agencyId)).toEqual(['0-later', '4-domain', '8-error.log'])
    // Each step sends a hint to open screens.
    expect(engine.hints).toBe(Math.ceil((clientFiles - before) / 500) + 1)
    const ends = await server.db.read
      .selectFrom('journal')
      .select(['event', 'after'])
      .where('agency_id', '=', agencyId)
      .where('actor_kind', '=', 'system')
      .execute()
    expect(ends).toEqual([
      { event: 'marketplace.cloudDataRemoved', after: { files: clientFiles, allServices: false } },
    ])
  },
)

test('[MKT-50] while a store cannot be reached the failure and the next attempt are kept, then it goes on', async () => {
  const agencyId = 90_100_000
  const { job, objects } = await askForReset(agencyId, true)
  const unreachable = (): void => {
    throw new StoreError('unreachable', new Error('away'))
  }
  await carryOut(engineWith(objects, unreachable), job)
  const failed = await readWork(server.db.read, agencyId, clearCloud.name)
  expect(failed).toMatchObject({ failures: 1, last_failure: 'The file store cannot be reached' })
  await carryOut(engineWith(objects), {
    ...job,
    due: failed?.next_attempt_at?.toISOString() ?? expect.unreachable('it is tried again'),
  })
  expect([...objects].sort()).toEqual(['0-later', '8-error.log'])
})
