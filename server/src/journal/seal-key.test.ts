import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { allEnded, appendRenames, collectIds, sealNow, testInstant } from '../../test/journal-rows.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'
import { until } from '../../test/until.ts'
import { ConfigProblem } from '../settings/config.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { changeSealKey, type KeyChange, sealOnce } from './seal.ts'
import { requireSealKey } from './seal-key.ts'
import { readSeals, rowsFromDatabase, type Trusted, type Verdict, verifyChain } from './verify.ts'

useOwnPostgres()

const [older, newer, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const ring = (...keys: Buffer[]): KeyRing => new KeyRing('JOURNAL_SEAL_KEY', keys)
const getId = (key: Buffer): string => ring(key).newest.id

const { db } = useDatabase({ poolSize: 4, scope: 'test' })

const verify = (keys: KeyRing, trusted?: Trusted): Promise<Verdict> =>
  verifyChain(readSeals(db.read), rowsFromDatabase(db.read), keys, trusted)
const seals = async (): Promise<number> => (await collectIds(readSeals(db.read))).length

/** Appends a row and seals it. */
async function sealOne(keys: KeyRing): Promise<void> {
  await appendRenames(db, 'a')
  await sealNow(db, keys)
}

const auditContext = {
  at: testInstant,
  actor: { kind: 'system', name: 'cli', sessionId: null },
  requestId: null,
} as const

async function change(keys: KeyRing, lost = false): Promise<KeyChange> {
  let made: KeyChange | undefined
  await until('nothing is in the way', async () => {
    made = await changeSealKey(db, keys, auditContext, { lost })
    return made !== undefined
  })
  return made ?? Promise.reject(new Error('no change'))
}

/** Turns the last seal into one of an old release that recorded no keys. */
async function forgetKey(): Promise<void> {
  await db.write.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update journal_seal set key_id = null`.execute(tx)
  })
}

test.each(['a seal that names its key', 'one of a release that named none'])(
  'another key neither starts nor goes on with %s',
  async (what) => {
    await sealOne(ring(older))
    await sealOne(ring(older))
    if (what.includes('none')) await forgetKey()
    await requireSealKey(db.read, ring(older))
    await requireSealKey(db.read, ring(newer, older))
    const which = what.includes('none') ? 'the key of seal 2' : `the key ${getId(older)}`
    const sentence = `JOURNAL_SEAL_KEY does not hold ${which}, which the journal is sealed with; it holds ${getId(other)}.`
    await expect(requireSealKey(db.read, ring(other))).rejects.toThrow(sentence)
    await expect(requireSealKey(db.read, ring(other))).rejects.toBeInstanceOf(ConfigProblem)
    await appendRenames(db, 'b')
    const sealed = async () => (await sealOnce(db, ring(other), testInstant)) !== undefined
    await expect(until('it is sealed', sealed)).rejects.toThrow(sentence)
    expect(await seals()).toBe(2)
    await sealOne(ring(newer, older))
    expect(await verify(ring(older))).toMatchObject({ intact: true, seals: 3, keyId: getId(older) })
  },
)

test('a new key in the settings waits until the chain has named it; then every process that holds it goes on', async () => {
  await sealOne(ring(older))
  await sealOne(ring(newer, older))
  expect(await verify(ring(older))).toMatchObject({ intact: true })

  const { seal, from, to } = await change(ring(newer, older))
  expect([seal.sealId, seal.keyId, seal.nextKeyId]).toEqual([3, getId(older), getId(newer)])
  expect([from, to]).toEqual([getId(older), getId(newer)])

  await expect(requireSealKey(db.read, ring(older))).rejects.toThrow(`does not hold the key ${getId(newer)}`)
  await requireSealKey(db.read, ring(newer))
  await sealOne(ring(older, newer))
  await sealOne(ring(newer))
  expect(await verify(ring(newer, older))).toMatchObject({ intact: true, seals: 5, keyId: getId(newer) })
  expect(await verify(ring(older, newer))).toMatchObject({ intact: true })
  expect(await verify(ring(newer))).toEqual({
    intact: false,
    sealId: 1,
    why: `it was made with the key ${getId(older)}, which was not given`,
  })
  expect(await verify(ring(older))).toMatchObject({ intact: false, sealId: 4 })
})

test('a change of keys has its row in the journal, sealed under the new key', async () => {
  await sealOne(ring(older))
  await change(ring(newer, older))
  const entry = db.read.selectFrom('journal').select(['actor', 'before', 'after', 'reason'])
  expect(await entry.where('event', '=', 'journal.keyChanged').execute()).toEqual([
    { actor: 'cli', before: { key: getId(older) }, after: { key: getId(newer) }, reason: null },
  ])
  await sealNow(db, ring(newer))
  expect(await verify(ring(newer, older))).toMatchObject({ intact: true, seals: 3, entries: 2 })
})

test('a change works on a chain of a release that named no keys, and without new rows', async () => {
  await sealOne(ring(older))
  await forgetKey()
  const { seal } = await change(ring(newer, older))
  expect([seal.keyId, seal.entries]).toEqual([getId(older), 0])
  await sealOne(ring(newer))
  expect(await verify(ring(newer, older))).toMatchObject({ intact: true, seals: 3 })
})

test('who changes what a seal says of keys is found out', async () => {
  await sealOne(ring(older))
  await change(ring(newer, older))
  await sealOne(ring(newer))
  const tampered = async (statement: string): Promise<Verdict> => {
    const tx = await db.write.startTransaction().execute()
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    const verdict = await verifyChain(readSeals(tx), rowsFromDatabase(tx), ring(newer, older))
    await tx.rollback().execute()
    return verdict
  }
  expect(await tampered('update journal_seal set next_key_id = null')).toMatchObject({
    intact: false,
    sealId: 2,
  })
  expect(
    await tampered(`update journal_seal set next_key_id = '${getId(other)}' where seal_id = 2`),
  ).toMatchObject({
    intact: false,
    sealId: 2,
  })
  expect(await tampered(`update journal_seal set key_id = '${getId(older)}'`)).toEqual({
    intact: false,
    sealId: 3,
    why: `it was made with the key ${getId(older)}, which the key before it, ${getId(newer)}, has not named`,
  })
})

test('a change is refused without the key before it, back to one that was used, and where there is nothing', async () => {
  await expect(change(ring(newer))).rejects.toThrow('The journal has no seal yet')
  await sealOne(ring(older))
  await expect(change(ring(older))).rejects.toThrow(`is sealed with the key ${getId(older)} already`)
  await expect(change(ring(newer))).rejects.toThrow(`does not hold the key ${getId(older)}`)
  await change(ring(newer, older))
  await expect(change(ring(older, newer))).rejects.toThrow('was used before: put a new one there.')
  expect(await seals()).toBe(2)
})

test('after a key was lost the chain begins anew, which verifying tells, and holds from there on', async () => {
  await sealOne(ring(older))
  await expect(change(ring(newer, older), true)).rejects.toThrow(
    'which the journal is sealed with: it is not lost.',
  )
  const { seal, from } = await change(ring(newer), true)
  expect([seal.keyId, seal.nextKeyId, from]).toEqual([getId(newer), null, null])
  await requireSealKey(db.read, ring(newer))
  await sealOne(ring(newer))
  expect(await verify(ring(newer, older))).toEqual({
    intact: false,
    sealId: 2,
    why: `it was made with the key ${getId(newer)}, which the key before it, ${getId(older)}, has not named`,
  })
  expect(await verify(ring(newer), { from: 2 })).toMatchObject({
    intact: true,
    seals: 2,
    keyId: getId(newer),
  })
  expect(
    await verifyChain(readSeals(db.read, 1), rowsFromDatabase(db.read), ring(newer), { from: 2 }),
  ).toMatchObject({
    intact: true,
    seals: 2,
  })
})

test('the journal tells which key was lost, a named one too, and one that was only named may not come back', async () => {
  await sealOne(ring(older))
  await change(ring(newer, older))
  await change(ring(other), true)
  await sealOne(ring(other))
  const again = randomBytes(32)
  await change(ring(again), true)
  const rows = db.read.selectFrom('journal').select(['before', 'after', 'reason']).orderBy('seq')
  const lost = { reason: 'The key before it is lost.' }
  expect(await rows.where('event', '=', 'journal.keyChanged').execute()).toEqual([
    { before: { key: getId(older) }, after: { key: getId(newer) }, reason: null },
    { before: { key: getId(newer) }, after: { key: getId(other) }, ...lost },
    { before: { key: getId(other) }, after: { key: getId(again) }, ...lost },
  ])
  await expect(change(ring(newer, again))).rejects.toThrow(
    `The key ${getId(newer)}, the first of JOURNAL_SEAL_KEY, was used before: put a new one there.`,
  )
})

test('of a chain whose seals name no key the lost one is not known', async () => {
  await sealOne(ring(older))
  await forgetKey()
  await change(ring(newer), true)
  const row = db.read.selectFrom('journal').select('before').where('event', '=', 'journal.keyChanged')
  expect(await row.execute()).toEqual([{ before: { key: null } }])
})

test('a failure to find the key is not taken for its loss', async () => {
  await sealOne(ring(older))
  const broken = ring(newer)
  broken.find = () => {
    throw new Error('no memory')
  }
  await expect(changeSealKey(db, broken, auditContext, { lost: true })).rejects.toThrow('no memory')
  expect(await seals()).toBe(1)
})

test('a change waits for a transaction that is as old as the last seal', async () => {
  await appendRenames(db, 'a')
  await allEnded(db)
  const open = await db.write.startTransaction().execute()
  await sql`select pg_current_xact_id()`.execute(open)
  await sealNow(db, ring(older))
  const from = ring(newer, older)
  expect(await changeSealKey(db, from, auditContext, { lost: false })).toBeUndefined()
  expect(await seals()).toBe(1)
  await open.commit().execute()
  expect((await change(from)).seal).toMatchObject({ sealId: 2, entries: 0 })
})
