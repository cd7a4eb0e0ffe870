import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { listLive, listLiveHashes } from './super-user-store.ts'
import { liveView } from './view.ts'

/** Temporary users that have not expired by the server's clock. */
export const liveSuperUsers: Handler<typeof agencyUsers.liveSuperUsers> = async ({ agencyId }, ctx) =>
  (await listLive(ctx.db, agencyId, ctx.now)).map(liveView)

/** The same for the agency's own software, with password hashes for it to check. */
export const superUsers: Handler<typeof agencyUsers.superUsers> = async (_input, ctx) =>
  (await listLiveHashes(ctx.db, ctx.agencyId, ctx.now)).map((row) => ({
    username: row.username,
    passwordHash: row.password_hash,
    expiresOn: row.expires_at.toISOString(),
  }))
