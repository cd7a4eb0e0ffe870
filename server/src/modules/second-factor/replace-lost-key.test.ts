import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretKeyId, secretKeys } from '../../../test/secret-keys.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { ConfigProblem } from '../../settings/config.ts'
import { encryptSecret } from './encryption.ts'
import { replaceLostKey } from './replace-lost-key.ts'

const [lost, held, newest] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const now = new Date('2026-11-20T09:00:00Z')
const actor = { kind: 'system', name: 'cli', sessionId: null } as const
const reason = 'The key before it is lost.'

const { db } = useDatabase({ scope: 'test' })

const replace = (...keys: Buffer[]): Promise<string[]> =>
  replaceLostKey(db, secretKeys(...keys), { at: now, actor, requestId: null }, async () => undefined)

const note = async (key: Buffer, state: 'inUse' | 'leaving' | 'left'): Promise<void> => {
  await db.write
    .insertInto('secret_key')
    .values({ key_id: secretKeyId(key), state })
    .execute()
}
const noted = () =>
  db.read.selectFrom('secret_key').select(['key_id', 'state', 'recovery_key']).orderBy('state').execute()

/** A person with an app under one key, optionally another being set up under a second, and a recovery code. */
async function person(
  username: string,
  kept: { app?: Buffer; pending?: Buffer; passkey?: boolean },
): Promise<void> {
  const { staff_id: staffId } = await db.write
    .insertInto('staff')
    .values({ username, mfa: 0, created_at: now })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  const under = (key: Buffer | undefined) => (key === undefined ? null : encryptSecret(key, staffId, 'x'))
  await db.write
    .updateTable('staff')
    .set({ totp_secret: under(kept.app), totp_pending: under(kept.pending) })
    .where('staff_id', '=', staffId)
    .execute()
  await db.write
    .insertInto('recovery_code')
    .values({ staff_id: staffId, code_hash: randomBytes(32) })
    .execute()
  if (kept.passkey !== true) return
  const passkey = { staff_id: staffId, credential_id: username, public_key: Buffer.alloc(1), counter: 0 }
  await db.write
    .insertInto('passkey')
    .values({ ...passkey, name: 'Key', created_at: now })
    .execute()
}

/** What each person has left: [name, app, set-up in progress, factor required, number of recovery codes]. */
async function listPeople(): Promise<[string, boolean, boolean, boolean, number][]> {
  const rows = await db.read
    .selectFrom('staff')
    .select(['username', 'totp_secret', 'totp_pending', 'mfa'])
    .select((eb) =>
      eb
        .selectFrom('recovery_code')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('recovery_code.staff_id', '=', 'staff.staff_id')
        .as('codes'),
    )
    .orderBy('staff_id')
    .execute()
  return rows.map((row) => [
    row.username,
    row.totp_secret !== null,
    row.totp_pending !== null,
    row.mfa === 0,
    row.codes ?? 0,
  ])
}

const readJournal = () =>
  db.read
    .selectFrom('journal')
    .select(['at', 'actor', 'event', 'subject', 'before', 'after', 'reason'])
    .orderBy('seq')
    .execute()

const of = { at: now, actor: 'cli', reason }
const changed = (before: string | null, after: string) => ({
  ...of,
  event: 'session.secretKeyChanged',
  subject: null,
  before: { key: before },
  after: { key: after },
})
const removed = (subject: string) => ({
  ...of,
  event: 'staff.secondFactorRemoved',
  subject,
  before: null,
  after: null,
})

test('without the key in use: what no key opens goes, everybody’s recovery codes too, and passkeys stay', async () => {
  await note(lost, 'inUse')
  await note(held, 'left')
  await person('under-lost', { app: lost })
  await person('under-held', { app: held })
  await person('setting-up', { app: held, pending: lost })
  await person('with-passkey', { app: lost, passkey: true })
  const gone = ['under-lost', 'setting-up', 'with-passkey']
  expect(await replace(newest, held)).toEqual(gone)
  expect(await listPeople()).toEqual([
    ['under-lost', false, false, false, 0],
    ['under-held', true, false, true, 0],
    ['setting-up', false, false, false, 0],
    ['with-passkey', false, false, true, 0],
  ])
  expect(await noted()).toEqual([{ key_id: secretKeyId(newest), state: 'inUse', recovery_key: null }])
  expect(await readJournal()).toEqual([changed(secretKeyId(lost), secretKeyId(newest)), ...gone.map(removed)])
})

test('who only began to set up an app loses none: the secret goes, and nobody hears of it', async () => {
  await note(lost, 'inUse')
  await person('began', { pending: lost, passkey: true })
  expect(await replace(newest)).toEqual([])
  expect(await listPeople()).toEqual([['began', false, false, true, 0]])
  expect(await readJournal()).toEqual([changed(secretKeyId(lost), secretKeyId(newest))])
})

test('without a key that is leaving: the key in use stays that, and recovery codes stay', async () => {
  await note(held, 'inUse')
  await note(lost, 'leaving')
  await person('under-lost', { app: lost })
  await person('under-held', { app: held })
  expect(await replace(held)).toEqual(['under-lost'])
  expect(await listPeople()).toEqual([
    // Losing the last factor deletes the person's recovery codes.
    ['under-lost', false, false, false, 0],
    ['under-held', true, false, true, 1],
  ])
  expect(await noted()).toEqual([{ key_id: secretKeyId(held), state: 'inUse', recovery_key: null }])
  expect(await readJournal()).toEqual([changed(secretKeyId(lost), secretKeyId(held)), removed('under-lost')])
})

test('without both all are named', async () => {
  await note(lost, 'inUse')
  await note(held, 'leaving')
  expect(await replace(newest)).toEqual([])
  expect(await noted()).toEqual([{ key_id: secretKeyId(newest), state: 'inUse', recovery_key: null }])
  const ids = [lost, held].map(secretKeyId).toSorted().join(', ')
  expect(await readJournal()).toEqual([changed(ids, secretKeyId(newest))])
})

test('where no key was noted the newest is from now on', async () => {
  await person('under-lost', { app: lost })
  expect(await replace(newest)).toEqual(['under-lost'])
  expect(await noted()).toEqual([{ key_id: secretKeyId(newest), state: 'inUse', recovery_key: null }])
  expect(await readJournal()).toEqual([changed(null, secretKeyId(newest)), removed('under-lost')])
})

test('with every key that is needed nothing changes', async () => {
  await note(held, 'inUse')
  await note(lost, 'left')
  await person('under-held', { app: held })
  const refused = replace(newest, held)
  await expect(refused).rejects.toThrow(ConfigProblem)
  await expect(refused).rejects.toThrow(
    'SECRET_KEY holds every key that second factors are kept under: none is lost.',
  )
  expect(await listPeople()).toEqual([['under-held', true, false, true, 1]])
  expect(await noted()).toHaveLength(2)
  expect(await readJournal()).toEqual([])
})
