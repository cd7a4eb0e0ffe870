import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { secretKeys } from '../../../test/secret-keys.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { changeSecretKey } from './change-secret-key.ts'
import { lockSecretKeys, noteKeyInUse, setKeyState } from './secret-keys-store.ts'
import { keyInUse, requireSecretKeys } from './secret-keys.ts'
import { encryptSecret, decryptSecretWith } from './encryption.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const now = new Date('2026-11-20T09:00:00Z')
const auditContext = () => ({
  at: now,
  actor: { kind: 'system', name: 'cli', sessionId: null } as const,
  requestId: null,
})
const people = 250

const { db } = useDatabase({ scope: 'test' })
beforeEach(async () => {
  await db.write
    .insertInto('staff')
    .values(
      Array.from({ length: people }, (_, at) => ({ username: `person-${at}@support.test`, created_at: now })),
    )
    .execute()
  const kept = (await staff()).map(({ staff_id: id }) => {
    // Every third person has begun a set-up without confirming it; every fifth has both.
    const secret = encryptSecret(older, id, `secret of ${id}`)
    const hasBoth = id % 5 === 0
    return sql`(${id}::bigint, ${hasBoth || id % 3 !== 0 ? secret : null}::bytea, ${hasBoth || id % 3 === 0 ? secret : null}::bytea)`
  })
  await sql`update staff set totp_secret = kept.secret, totp_pending = kept.pending
    from (values ${sql.join(kept)}) as kept (id, secret, pending) where staff_id = kept.id`.execute(db.write)
  await requireSecretKeys(db, secretKeys(older))
})

const staff = () =>
  db.read
    .selectFrom('staff')
    .select(['staff_id', 'totp_secret', 'totp_pending'])
    .orderBy('staff_id')
    .execute()

/** Number of people whose secrets a key decrypts; checks that each decrypts to its original value. */
async function openedBy(key: Buffer): Promise<number> {
  let opened = 0
  for (const { staff_id: id, totp_secret: secret, totp_pending: pending } of await staff()) {
    const kept = [secret, pending].filter((encrypted) => encrypted !== null)
    try {
      for (const encrypted of kept) expect(decryptSecretWith(key, id, encrypted)).toBe(`secret of ${id}`)
      opened += 1
    } catch (error) {
      expect(String(error)).toContain('unable to authenticate data')
    }
  }
  return opened
}

async function reencryptedInJournal(): Promise<number> {
  const rows = await sql<{ people: number }>`select coalesce(sum((after ->> 'people')::integer), 0) as people
    from journal where event = 'session.secretsReencrypted'`.execute(db.write)
  return rows.rows[0]?.people ?? 0
}

test('a change that is broken off goes on where it stopped, and until then the old key is needed', async () => {
  await sql`create function fail() returns trigger language plpgsql as
    $$ begin if new.staff_id > 120 then raise exception 'broken off'; end if; return new; end $$`.execute(
    db.write,
  )
  await sql`create trigger fail before update on staff for each row execute function fail()`.execute(db.write)
  await expect(changeSecretKey(db, secretKeys(newer, older), auditContext)).rejects.toThrow('broken off')
  expect([await openedBy(newer), await openedBy(older), await reencryptedInJournal()]).toEqual([
    100, 150, 100,
  ])
  await expect(requireSecretKeys(db, secretKeys(newer))).rejects.toThrow(
    `does not hold the key ${secretKeys(older).ids}`,
  )
  await requireSecretKeys(db, secretKeys(newer, older))
  const inUse = await db.write.transaction().execute((tx) => keyInUse(tx, secretKeys(newer, older)))
  expect(inUse.key).toEqual(newer)

  await sql`drop trigger fail on staff`.execute(db.write)
  expect(await changeSecretKey(db, secretKeys(newer, older), auditContext)).toEqual({
    to: secretKeys(newer).ids,
    people: 150,
    unreadable: [],
  })
  expect([await openedBy(newer), await reencryptedInJournal()]).toEqual([250, 250])
  await requireSecretKeys(db, secretKeys(newer))
})

test('a secret that no key opens is reported with its person, left as it is, and in nobody’s way', async () => {
  const [first] = await staff()
  const id = first?.staff_id ?? 0
  const lost = encryptSecret(randomBytes(32), id, 'lost')
  await db.write.updateTable('staff').set({ totp_secret: lost }).where('staff_id', '=', id).execute()
  const change = await changeSecretKey(db, secretKeys(newer, older), auditContext)
  expect(change).toMatchObject({ people: people - 1, unreadable: ['person-0@support.test'] })
  expect((await staff())[0]?.totp_secret).toEqual(lost)
  await requireSecretKeys(db, secretKeys(newer))
})

test('a secret that is being set up while the keys change is re-encrypted too', async () => {
  // Like begin-totp: the current key cannot change until this transaction ends.
  const { changing } = await db.write.transaction().execute(async (opening) => {
    expect((await keyInUse(opening, secretKeys(newer, older))).key).toEqual(older)
    const started = changeSecretKey(db, secretKeys(newer, older), auditContext)
    await untilOneWaits(opening, 'secret_key')
    const [person] = await staff()
    const staffId = person?.staff_id ?? 0
    await opening
      .updateTable('staff')
      .set({ totp_pending: encryptSecret(older, staffId, `secret of ${staffId}`) })
      .where('staff_id', '=', staffId)
      .execute()
    return { changing: started }
  })
  await changing
  expect(await openedBy(newer)).toBe(people)
})

test('a change of keys waits while another transaction has them locked', async () => {
  const { second } = await db.write.transaction().execute(async (tx) => {
    await lockSecretKeys(tx)
    const started = changeSecretKey(db, secretKeys(newer, older), auditContext)
    await untilOneWaits(tx, 'secret_key')
    return { second: started }
  })
  expect(await second).toMatchObject({ people })
})

test('a secret that is set up while the key in use changes waits, and is kept under the new key', async () => {
  // Like the first transaction of a change.
  const { inUse } = await db.write.transaction().execute(async (changing) => {
    await lockSecretKeys(changing)
    await setKeyState(changing, 'inUse', 'leaving')
    await noteKeyInUse(changing, secretKeys(newer).newest.id)
    const asked = db.write.transaction().execute((tx) => keyInUse(tx, secretKeys(newer, older)))
    await untilOneWaits(changing, 'secret_key')
    return { inUse: asked }
  })
  expect((await inUse).key).toEqual(newer)
})
