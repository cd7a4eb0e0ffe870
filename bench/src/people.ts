import { P } from '@agency-support/contract/permissions'
import { hashPassword } from '@agency-support/server/auth/passwords/hash'
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** The session cookie's name on an origin without TLS. */
export const cookieName = 'agency_support'

/** The password of all people who sign in during the bench. */
export const benchPassword = 'as long as a sentence'

const hour = 60 * 60 * 1000

/**
 * Creates sessions for this many people, each with all permissions, and returns their tokens. Enough people that none
 * comes near the rate limit of a session.
 */
export async function signIn(client: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const now = Date.now()
  await client.query(
    `with gone as (delete from session where user_agent = 'bench'), people as (
  insert into staff (username, first_name, last_name, permissions, created_at)
  select 'bench' || n || '@support.test', 'Bench', 'Person ' || n, $1, $2 from generate_series(1, $3) n
  on conflict (username) do update set permissions = excluded.permissions returning staff_id
), numbered as (select staff_id, row_number() over (order by staff_id) as n from people)
insert into session (token_hash, staff_id, created_at, authenticated_at, last_input_at, expires_at, hard_end_at, user_agent)
select token_hash, staff_id, $2, $2, $2, $4, $5, 'bench'
from unnest($6::bytea[]) with ordinality t (token_hash, n) join numbered using (n)`,
    [
      Object.values(P),
      new Date(now),
      count,
      new Date(now + hour),
      new Date(now + 12 * hour),
      tokens.map((token) => createHash('sha256').update(token).digest()),
    ],
  )
  return tokens
}

/** Creates this many people who can sign in with the bench's password; returns their names. */
export async function makeArrivals(client: pg.Client, count: number): Promise<string[]> {
  const usernames = Array.from({ length: count }, (_, at) => `arrival${at}@support.test`)
  await client.query(
    `insert into staff (username, first_name, last_name, permissions, password_hash, created_at)
select username, 'Bench', 'Arrival', $1, $2, now() from unnest($3::text[]) as one (username)
on conflict (username) do nothing`,
    [Object.values(P), await hashPassword(benchPassword), usernames],
  )
  return usernames
}
