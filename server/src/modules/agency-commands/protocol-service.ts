import { whyNotRetire } from '@agency-support/contract/rules/agent-protocol'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import type { OpenDatabase, ReadDb } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import { dropRetirement, listProtocols, type ProtocolUse, setRetirement } from './protocol-store.ts'

/** Every protocol version in use or retired, with the software seen in the last day. */
export function readProtocols(db: ReadDb, now: Date): Promise<ProtocolUse[]> {
  return listProtocols(db, plusSeconds(now, -daySeconds))
}

/**
 * Sets the day on which a protocol version ends; null removes it. Returns false if nothing changed, or a sentence if it
 * is not possible.
 */
export async function retireProtocol(
  db: OpenDatabase,
  { version, day }: { version: number; day: string | null },
  auditContext: AuditContext,
): Promise<boolean | string> {
  const problem = day === null ? undefined : whyNotRetire(version, day)
  if (problem !== undefined) return problem
  return db.write.transaction().execute(async (tx) => {
    const changed =
      day === null
        ? await dropRetirement(tx, version)
        : await setRetirement(tx, version, day, auditContext.at)
    if (changed)
      await appendEntry(tx, auditContext, {
        event: 'agencyCommands.protocolRetired',
        subject: `Protocol version ${version}`,
        after: { endsOn: day },
      })
    return changed
  })
}
