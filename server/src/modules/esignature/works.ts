import type { EsignatureWork } from '@agency-support/contract/modules/esignature'
import type { ReadDb } from '../../db/open.ts'
import { readWork, toView, type WorkRow } from '../../jobs/outside-work/store.ts'
import { cleanupAccounts } from './cleanup-accounts.ts'
import { closeAccounts } from './close-accounts.ts'

/** An agency's work in progress at Formstack. */
export async function readWorks(db: ReadDb, agencyId: number): Promise<EsignatureWork[]> {
  const [close, cleanup] = await Promise.all([
    readWork(db, agencyId, closeAccounts.name),
    readWork(db, agencyId, cleanupAccounts.name),
  ])
  return [...(isOpen(close) ? [closeView(close)] : []), ...(isOpen(cleanup) ? [cleanupView(cleanup)] : [])]
}

const isOpen = (row: WorkRow | null): row is WorkRow => row !== null && row.ended_at === null

function closeView(row: WorkRow): EsignatureWork {
  const { total, left, unread, refused } = closeAccounts.progress.parse(row.progress)
  // Before all are read nobody knows how many are active.
  const isRead = total !== null && unread.length === 0
  return isRead
    ? { kind: 'close', total, left: left.length + refused.length, state: toView(row) }
    : { kind: 'close', total: null, left: null, state: toView(row) }
}

function cleanupView(row: WorkRow): EsignatureWork {
  const { users } = cleanupAccounts.input.parse(row.input)
  const { done, refused } = cleanupAccounts.progress.parse(row.progress)
  const left = users.length - done + refused.length
  return { kind: 'cleanup', total: users.length, left, state: toView(row) }
}
