import type { Services } from '../calls/context.ts'
import type { OpenDatabase } from '../db/open.ts'

/** What background jobs are started with; each takes what it needs. */
export interface JobParts extends Services {
  db: OpenDatabase
  /** Called after journal rows were appended. */
  committed: () => void
}
