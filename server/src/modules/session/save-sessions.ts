import { type Clock, plusSeconds } from '../../lib/clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { sessionSeconds, type UnsavedSessions, type UnsavedSignOut } from '../../auth/unsaved-sessions.ts'
import { appendEntry } from '../../journal/append.ts'
import { requireWritable } from './attempts-store.ts'
import { endSessionOfToken, moveEnds } from '../../auth/session-store.ts'

export interface SavingParts {
  db: OpenDatabase
  unsaved: UnsavedSessions
  clock: Clock
  /** Called after journal rows were appended. */
  committed: () => void
}

/** Saves session updates that could not be saved before, and checks whether the database accepts changes again. */
export async function saveSessions({ db, unsaved, clock, committed }: SavingParts): Promise<void> {
  const { inputs, signOuts } = unsaved.getAll()
  if (!unsaved.readOnly && inputs.length === 0 && signOuts.length === 0) return
  try {
    for (const signOut of signOuts) {
      if (await saveSignOut(db, signOut)) committed()
      unsaved.signOutSaved(signOut)
    }
    for (const [sessionId, lastInputAt] of inputs) {
      const expiresAt = plusSeconds(lastInputAt, sessionSeconds)
      await moveEnds(db.write, { sessionId, lastInputAt, expiresAt })
      unsaved.inputSaved(sessionId, lastInputAt)
    }
    // If nothing was pending, only a test write can tell.
    if (unsaved.readOnly) await requireWritable(db, clock.now())
    unsaved.changeTaken()
  } catch (error) {
    if (!unsaved.isRefused(error)) throw error
  }
}

/** Ends the session with its journal row; false if it had already ended. */
function saveSignOut(db: OpenDatabase, { tokenHash, at, requestId }: UnsavedSignOut): Promise<boolean> {
  return db.write.transaction().execute(async (tx) => {
    const ended = await endSessionOfToken(tx, tokenHash, at)
    if (ended === undefined) return false
    const { session_id: sessionId, username } = ended
    const actor = { kind: 'staff', name: username, sessionId } as const
    await appendEntry(tx, { at, actor, requestId }, { event: 'session.signedOut', subject: username })
    return true
  })
}
