import { ConfigProblem } from '../../settings/config.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import type { KeyRing } from '../../settings/key-ring.ts'
import { tryDecryptSecret } from './encryption.ts'
import {
  forgetKeys,
  forgetRecoveryCodes,
  lockSecretKeys,
  lockSecretsAfter,
  noteKeyInUse,
  type SecretRow,
} from './secret-keys-store.ts'
import { clearSecret, settleMfa } from './store.ts'

const everybody = 1_000_000
const reason = 'The key before it is lost.'

/** Leaves a notice for a person's next sign-in; passed in by the command line. */
type TellPerson = (
  tx: Tx,
  notice: { staffId: number; kind: 'secondFactorRemoved'; doneBy: string; at: Date },
) => Promise<void>

/**
 * Gives up lost keys in one transaction: removes authenticator apps that no key can decrypt, and everybody's recovery
 * codes if the key in use is lost. Passkeys stay. Tells people who lost their app, and returns their usernames. Throws
 * ConfigProblem if no needed key is missing.
 */
export function replaceLostKey(
  db: OpenDatabase,
  keys: KeyRing,
  auditContext: AuditContext,
  tell: TellPerson,
): Promise<string[]> {
  return db.write.transaction().execute(async (tx) => {
    const rows = await lockSecretKeys(tx)
    const lost = rows.filter(({ key_id: id, state }) => state !== 'left' && keys.find(id) === undefined)
    if (rows.length > 0 && lost.length === 0)
      throw new ConfigProblem([
        `${keys.setting} holds every key that second factors are kept under: none is lost.`,
      ])
    const isInUseLost = rows.length === 0 || lost.some(({ state }) => state === 'inUse')
    // Recovery keys of replaced keys are encrypted with the key in use, and are lost with it.
    const gone = isInUseLost ? rows : lost
    if (gone.length > 0)
      await forgetKeys(
        tx,
        gone.map(({ key_id: id }) => id),
      )
    if (isInUseLost) {
      await forgetRecoveryCodes(tx)
      await noteKeyInUse(tx, keys.newest.id)
    }
    await appendEntry(tx, auditContext, {
      event: 'session.secretKeyChanged',
      before: { key: lost.map(({ key_id: id }) => id).join(', ') || null },
      after: { key: keys.newest.id },
      reason,
    })
    return takeUnreadable(tx, keys, { auditContext, tell })
  })
}

async function takeUnreadable(
  tx: Tx,
  keys: KeyRing,
  { auditContext, tell }: { auditContext: AuditContext; tell: TellPerson },
): Promise<string[]> {
  const { at, actor } = auditContext
  const people = await lockSecretsAfter(tx, 0, everybody)
  const unreadable = people.filter((person) => !isReadable(person, keys))
  for (const { staff_id: staffId } of unreadable) {
    await clearSecret(tx, staffId)
    await settleMfa(tx, staffId)
  }
  // Who only began to set up an app had none.
  const withApp = unreadable.filter(({ totp_secret: secret }) => secret !== null)
  for (const { staff_id: staffId, username } of withApp) {
    await tell(tx, { staffId, kind: 'secondFactorRemoved', doneBy: actor.name, at })
    await appendEntry(tx, auditContext, { event: 'staff.secondFactorRemoved', subject: username, reason })
  }
  return withApp.map(({ username }) => username)
}

function isReadable(
  { staff_id: staffId, totp_secret: secret, totp_pending: pending }: SecretRow,
  keys: KeyRing,
): boolean {
  return [secret, pending].every(
    (encrypted) => encrypted === null || tryDecryptSecret(keys, staffId, encrypted) !== undefined,
  )
}
