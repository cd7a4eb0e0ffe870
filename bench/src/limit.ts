import { foldText } from '@agency-support/contract/rules/search'
import { tokenHash } from '@agency-support/server/auth/find-session'
import { readCookie } from '@agency-support/server/auth/session-cookie'
import { findSessionRow } from '@agency-support/server/auth/session-store'
import type { ReadDb, Tx } from '@agency-support/server/db/open'
import { query, type Statement, statement } from '@agency-support/server/db/query'
import { findAgency, renameAgency } from '@agency-support/server/modules/agencies/store'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { verifyPassword } from '@agency-support/server/auth/passwords/hash'
import type { LimitWork } from './cases.ts'
import { answerParent, ownCpu } from './child.ts'
import { cookieName } from './people.ts'

/**
 * The limit: what Node and PostgreSQL achieve with nothing but the shortest SQL that answers the question, prepared
 * by name on bare `pg`; no validation, no keys. A change uses the product's own statements. Reads of an agency or a
 * list also read the cookie's session: that costs as much as the work itself, and no request can do without it.
 */

/** As much of the database interface as the modules' statements need, on bare `pg`. */
function bare(client: pg.Pool | pg.PoolClient): ReadDb & Tx {
  const ask = async ({ name, text }: Statement<never, unknown>, values: unknown[]): Promise<unknown[]> =>
    (await client.query<Record<string, unknown>>({ name, text, values })).rows
  return { ask } as unknown as ReadDb & Tx
}

const insertEntrySql = statement<unknown[]>(
  'limit_insert_entry',
  `insert into journal (at, actor_kind, actor, event, agency_id, before, after)
values ($1, $2, $3, $4, $5, $6, $7)`,
)

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['POOL_SIZE']),
})
const read = bare(pool)

const readKeySql = statement<[agencyId: number]>(
  'limit_primary_key',
  'select agency_id, name, version_display, is_online, status from agency where agency_id = $1',
)
const usersSql = statement<[agencyId: number]>(
  'limit_users',
  `select username, first_name, last_name, online, status, user_flags, agency_permissions, email_verified
from agency_user where agency_id = $1 order by username`,
)
const pageSql = statement<[before: number]>(
  'limit_page',
  `select seq, at, actor_kind, actor, event, agency_id, subject, before, after, reason, session_id, request_id
from journal where seq < $1 order by seq desc limit 50`,
)
// The same question as a search: the best by rank, not the first by name.
const naiveSql = statement<[text: string]>(
  'limit_naive_search',
  `select agency_id, name, version_display, is_online, status, region_id, main_contact from agency
where name_folded like '%' || $1 || '%'
order by case when name_folded = $1 then 0 when starts_with(name_folded, $1) then 1
  when strpos(name_folded, ' ' || $1) > 0 then 2 else 3 end, name_folded limit 500`,
)

async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const done = await work(bare(client))
    await client.query('commit')
    return done
  } finally {
    client.release()
  }
}

function rename(agencyId: number, name: string, version: number): Promise<unknown> {
  return inTransaction(async (tx) => {
    const at = new Date()
    const nameFolded = foldText(name)
    const change = { agencyId, name, nameFolded, version, by: 'limit', at }
    const changed = await renameAgency(tx, change)
    await query(tx, insertEntrySql, [
      at,
      'staff',
      'limit',
      'agencies.renamed',
      agencyId,
      JSON.stringify({ name: changed?.before }),
      JSON.stringify({ name }),
    ])
    return changed
  })
}

const personSql = statement<[username: string], { staff_id: number; password_hash: string }>(
  'limit_person',
  'select staff_id, password_hash from staff where username = $1',
)
const insertSessionSql = statement<unknown[], { session_id: number }>(
  'limit_insert_session',
  `insert into session (token_hash, staff_id, created_at, authenticated_at, last_input_at, expires_at, hard_end_at)
values ($1, $2, $3, $3, $3, $3, $3) returning session_id`,
)

/** The password is hashed as in the product, with the same concurrency limit. */
async function signIn(username: string, password: string): Promise<void> {
  const [person] = await query(read, personSql, [username])
  if (person === undefined || !(await verifyPassword(person.password_hash, password)))
    throw new Error('The password is wrong.')
  await inTransaction(async (tx) => {
    const at = new Date()
    await query(tx, insertSessionSql, [randomBytes(32), person.staff_id, at])
    await query(tx, insertEntrySql, [at, 'staff', username, 'session.signedIn', null, null, null])
  })
}

interface Body {
  searchText: string
  agencyId: number
  name: string
  version: number
  before?: number
  username: string
  password: string
}

async function readSession(cookie: string | undefined): Promise<void> {
  const session = await findSessionRow(read, tokenHash(readCookie(cookie, cookieName) ?? ''))
  if (session === undefined) throw new Error('The cookie is of no session.')
}

const { rows: someIds } = await pool.query<{ agency_id: number }>(
  'select agency_id from agency order by hashint4(agency_id) limit 1000',
)
let asked = 0
const nextId = (): number => someIds[asked++ % someIds.length]?.agency_id ?? 0

async function answer(
  work: LimitWork,
  { searchText, agencyId, name, version, before = 2 ** 40, username, password }: Body,
  cookie: string | undefined,
): Promise<unknown[]> {
  switch (work) {
    case 'primary key':
      return query(read, readKeySql, [nextId()])
    case 'naive search':
      return query(read, naiveSql, [foldText(searchText)])
    case 'config':
      await readSession(cookie)
      return [await findAgency(read, agencyId)]
    case 'users':
      await readSession(cookie)
      return query(read, usersSql, [agencyId])
    case 'page':
      await readSession(cookie)
      return query(read, pageSql, [before])
    case 'rename':
      return [await rename(agencyId, name, version)]
    case 'sign-in':
      await signIn(username, password)
      return []
  }
}

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', () => {
    const work = request.headers['x-limit'] as LimitWork
    void answer(work, JSON.parse(text) as Body, request.headers.cookie).then((data) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(JSON.stringify(work === 'sign-in' ? { status: 0, data } : { code: 0, message: '', data }))
    })
  })
})
server.listen(0, '127.0.0.1', () => {
  answerParent<'cpu', number>(ownCpu, async () => {
    server.closeAllConnections()
    await pool.end()
  })
  process.send?.({ port: (server.address() as AddressInfo).port })
})
