import { keyHash, wholeKey } from '@agency-support/server/lib/agent-key'
import { systemClock } from '@agency-support/server/lib/clock'
import { withConnection } from '@agency-support/server/db/connection'
import { createHmac } from 'node:crypto'
import { demoAgencies } from './agencies.ts'
import { demoSeed } from './seed.ts'

/** The agencies whose software runs in the sandbox: the first demo agencies. */
export function aliveAgencies(count: number): number[] {
  return [...demoAgencies(count, demoSeed)].map(({ agencyId }) => agencyId)
}

/** The key of a sandbox agency's software: `{agencyId}.{secret}`. */
export function sandboxAgentKey(agencyId: number): string {
  return wholeKey(agencyId, getSecret(agencyId))
}

function getSecret(agencyId: number): string {
  return createHmac('sha256', 'sandbox-only-agent-keys').update(String(agencyId)).digest('base64url')
}

const insert = `insert into agency_key (agency_id, key_hash, rotated_at)
select given.agency_id, given.key_hash, $3
from unnest($1::integer[], $2::bytea[]) as given (agency_id, key_hash) join agency using (agency_id)
on conflict (agency_id) do nothing`

/** Gives these agencies the sandbox's keys; existing keys are kept. */
export async function giveAgentKeys(databaseUrl: string, agencyIds: readonly number[]): Promise<void> {
  const hashes = agencyIds.map((id) => keyHash(getSecret(id)))
  await withConnection(databaseUrl, async (client) => {
    await client.query(insert, [agencyIds, hashes, systemClock.now()])
  })
}
