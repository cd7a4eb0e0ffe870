import { expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import type { Services } from '../../calls/context.ts'
import { plusSeconds } from '../../clock.ts'
import { carryOut, type Engine, type Job } from '../../jobs/outside-work/carry-out.ts'
import { readWork } from '../../jobs/outside-work/store.ts'
import { openLog } from '../../log.ts'
import { StoreError, type StoreResolver } from '../../providers/object-store.ts'
import { clearCloud } from './clear-cloud.ts'

const { db } = useDatabase({ poolSize: 3 })
const clock = turnableClock()

/** Three steps: 500, 500 and the rest. */
const clientFiles = 1_001

interface Stored {
  kind: string
  location: number
  key: string
  storedAt: Date
}

/** An agency with client files and some that stay; the objects of all of them. */
async function putFiles(agencyId: number): Promise<Set<string>> {
  const now = clock.now()
  await db.write
    .insertInto('agency')
    .values({ agency_id: agencyId, name: 'Test', name_folded: 'test' })
    .execute()
  const files: Stored[] = [
    ...Array.from({ length: clientFiles }, (_, at) => ({
      kind: 'client',
      location: 0,
      key: String(at).padStart(8, '0'),
      storedAt: now,
    })),
    { kind: 'client', location: 0, key: 'later', storedAt: plusSeconds(now, 1) },
    { kind: 'client', location: 4, key: 'domain', storedAt: now },
    { kind: 'log', location: 8, key: 'error.log', storedAt: now },
  ]
  const rows = files.map(({ kind, location, key, storedAt }) => ({
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
    stored_at: storedAt,
    upload_id: crypto.randomUUID(),
  }))
  await db.write.insertInto('agency_file').values(rows).execute()
  return new Set(rows.map(({ object_name }) => object_name))
}

async function addWork(agencyId: number, allServices: boolean): Promise<Job> {
  const at = clock.now()
  const workId = crypto.randomUUID()
  await db.write
    .insertInto('outside_work')
    .values({
      work_id: workId,
      kind: clearCloud.name,
      agency_id: agencyId,
      input: JSON.stringify({ allServices, before: at.toISOString() }),
      progress: JSON.stringify({ total: clientFiles, removed: 0 }),
      requested_at: at,
      requested_by: 'ann',
      next_attempt_at: at,
    })
    .execute()
  return { workId, due: at.toISOString() }
}

/** Carries out with stores that remove from these objects; what `before` throws is thrown instead. */
function engineWith(
  objects: Set<string>,
  before: (name: string) => void = () => undefined,
): Engine<Services> & { hints: number } {
  const remove = (name: string): Promise<boolean> => {
    before(name)
    return Promise.resolve(objects.delete(name))
  }
  const stores = { at: () => ({ remove }) } as unknown as StoreResolver
  const engine = {
    db,
    clock,
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
  (await db.read.selectFrom('agency_file').select('object_name').where('agency_id', '=', agencyId).execute())
    .map(({ object_name }) => object_name)
    .sort()

// The first file of a step, one within, and the last of all.
test.each([1, 250, 500, 501, 1_001])(
  '[MKT-50] a reset killed at its removal %i is completed: every object and its row are gone, and it ends once',
  async (killedAt) => {
    const agencyId = 90_000_000 + killedAt
    const objects = await putFiles(agencyId)
    const job = await addWork(agencyId, false)
    let removals = 0
    const kill = (): void => {
      removals += 1
      if (removals >= killedAt) throw new Error('killed')
    }
    await expect(carryOut(engineWith(objects, kill), job)).rejects.toThrow('killed')
    const work = await readWork(db.read, agencyId, clearCloud.name)
    const before = Math.floor((killedAt - 1) / 500) * 500
    expect(work?.progress).toEqual({ total: clientFiles, removed: before })
    expect(await listed(agencyId)).toHaveLength(clientFiles + 3 - before)

    const engine = engineWith(objects)
    await carryOut(engine, job)
    expect(await readWork(db.read, agencyId, clearCloud.name)).toMatchObject({
      succeeded: true,
      progress: { removed: clientFiles },
    })
    expect([...objects].sort()).toEqual(['0-later', '4-domain', '8-error.log'])
    expect(await listed(agencyId)).toEqual(['0-later', '4-domain', '8-error.log'])
    // Each step is a hint to open screens.
    expect(engine.hints).toBe(Math.ceil((clientFiles - before) / 500) + 1)
    const entries = db.read.selectFrom('journal').select(['event', 'after']).where('agency_id', '=', agencyId)
    expect(await entries.execute()).toEqual([
      { event: 'marketplace.cloudDataRemoved', after: { files: clientFiles, allServices: false } },
    ])
  },
)

test('[MKT-50] while a store cannot be reached the failure and the next attempt are kept, then it goes on', async () => {
  const agencyId = 90_100_000
  const objects = await putFiles(agencyId)
  const job = await addWork(agencyId, true)
  const unreachable = (): void => {
    throw new StoreError('unreachable', new Error('away'))
  }
  await carryOut(engineWith(objects, unreachable), job)
  const failed = await readWork(db.read, agencyId, clearCloud.name)
  expect(failed).toMatchObject({ failures: 1, last_failure: 'The file store cannot be reached' })
  await carryOut(engineWith(objects), {
    ...job,
    due: failed?.next_attempt_at?.toISOString() ?? expect.unreachable('it is tried again'),
  })
  expect([...objects].sort()).toEqual(['0-later', '8-error.log'])
})
