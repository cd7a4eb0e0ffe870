import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { makeStaff, openTestSession, type Person } from '../../../test/people.ts'
import { setReadOnly } from '../../../test/read-only.ts'
import { until } from '../../../test/until.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { endSessionsBut } from '../../auth/session-store.ts'
import { UnsavedSessions } from '../../auth/unsaved-sessions.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { readOnlyCode } from '../../db/database-errors.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { openLog } from '../../lib/log.ts'
import { saveSessions } from './save-sessions.ts'
import { startSavingSessions } from './service.ts'

const { database, db } = useDatabase()
const clock = turnableClock()
let unsaved: UnsavedSessions
let person: Person
const committed = vi.fn<() => void>()
const openAnother = (): OpenDatabase =>
  openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
beforeEach(async () => {
  clock.turn(24 * 3600)
  unsaved = new UnsavedSessions()
  person = await makeStaff(db, clock)
  committed.mockClear()
})

const save = (by = db): Promise<void> => saveSessions({ db: by, unsaved, clock, committed })
const refuseOne = (): boolean => unsaved.isRefused({ code: readOnlyCode })
const open = async (): Promise<number> => (await openTestSession(db, clock, person)).sessionId
const read = (sessionId: number) =>
  db.read
    .selectFrom('session')
    .select(['token_hash', 'last_input_at', 'expires_at', 'ended_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
const probes = () =>
  db.read
    .selectFrom('sign_in_address')
    .select(['address', 'attempts'])
    .where('window_start', '=', clock.now())
    .execute()
const readJournal = () =>
  db.read
    .selectFrom('journal')
    .select(['at', 'actor_kind', 'actor', 'event', 'subject', 'request_id'])
    .where('subject', '=', person.username)
    .orderBy('seq')
    .execute()

test('where nothing waits and changes are taken the database is not asked', async () => {
  const closed = openAnother()
  await closed.close()
  await save(closed)
  expect(committed).not.toHaveBeenCalled()
  expect(await probes()).toEqual([])
})

test('a renewal that was not saved in time does not bring back a session that a new password ended', async () => {
  const [own, other] = [await open(), await open()]
  clock.turn(50 * 60)
  unsaved.keepInput(other, clock.now())
  // Expired in the database, alive in this process.
  clock.turn(20 * 60)
  const { staffId } = person
  await db.write
    .transaction()
    .execute((tx) => endSessionsBut(tx, { staffId, sessionId: own, now: clock.now() }))
  await save()
  expect(await read(other)).toMatchObject({ ended_at: clock.now() })
  expect(await read(own)).toMatchObject({ ended_at: null })
})

test('a sign-out ends its session at the instant it was asked for, with its row of the journal, once', async () => {
  const sessionId = await open()
  const at = clock.now()
  const { token_hash: tokenHash } = await read(sessionId)
  unsaved.keepSignOut({ tokenHash, at, requestId: 'request-1' })
  unsaved.keepSignOut({ tokenHash: randomBytes(32), at, requestId: 'request-2' })
  clock.turn(60)
  await save()
  expect((await read(sessionId)).ended_at).toEqual(at)
  const row = {
    at,
    actor_kind: 'staff',
    actor: person.username,
    event: 'session.signedOut',
    subject: person.username,
    request_id: 'request-1',
  }
  expect(await readJournal()).toEqual([row])
  // A token without a session causes no notification.
  expect(committed).toHaveBeenCalledTimes(1)
  expect(unsaved.getAll()).toEqual({ inputs: [], signOuts: [] })
  unsaved.keepSignOut({ tokenHash, at: clock.now(), requestId: 'request-3' })
  await save()
  expect((await read(sessionId)).ended_at).toEqual(at)
  expect(await readJournal()).toEqual([row])
  expect(committed).toHaveBeenCalledTimes(1)
})

test('input moves the session on by an hour from it, and is kept no longer', async () => {
  const sessionId = await open()
  clock.turn(1200)
  const at = clock.now()
  unsaved.keepInput(sessionId, at)
  clock.turn(60)
  await save()
  expect(await read(sessionId)).toMatchObject({
    last_input_at: at,
    expires_at: plusSeconds(at, 3600),
    ended_at: null,
  })
  expect(unsaved.getAll().inputs).toEqual([])
  expect(await probes()).toEqual([])
})

test('a probe finds out that changes are taken again', async () => {
  refuseOne()
  await save()
  expect(unsaved.readOnly).toBe(false)
  expect(await probes()).toEqual([{ address: 'probe', attempts: 1 }])
})

test('it goes on by itself every two seconds', async () => {
  const sessionId = await open()
  clock.turn(1200)
  unsaved.keepInput(sessionId, clock.now())
  const saving = startSavingSessions({ db, unsaved, clock, committed, log: openLog('silent') })
  expect(saving.task).toMatchObject({ name: 'sessions.save', everyMs: 2_000 })
  await until('the input is saved', () => unsaved.getAll().inputs.length === 0)
  await saving.stop()
  expect((await read(sessionId)).last_input_at).toEqual(clock.now())
})

test('what is refused still waits, and any other failure is reported', async () => {
  const sessionId = await open()
  const { token_hash: tokenHash } = await read(sessionId)
  const signOut = { tokenHash, at: clock.now(), requestId: 'request-1' }
  unsaved.keepInput(sessionId, plusSeconds(clock.now(), 60))
  unsaved.keepSignOut(signOut)
  await setReadOnly(database.url, true)
  const readOnly = openAnother()
  await save(readOnly)
  expect(unsaved.readOnly).toBe(true)
  expect(unsaved.getAll().inputs).toHaveLength(1)
  expect(unsaved.getAll().signOuts).toEqual([signOut])
  await readOnly.close()
  await expect(save(readOnly)).rejects.toThrow('driver has already been destroyed')
  expect(unsaved.readOnly).toBe(true)
})
