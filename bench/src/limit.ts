import { foldText, idDigits } from '@agency-support/contract/rules/search'
import { tokenHash } from '@agency-support/server/auth/find-session'
import { readCookie } from '@agency-support/server/auth/session-cookie'
import { findSessionRow } from '@agency-support/server/auth/session-store'
import type { ReadDb, Tx } from '@agency-support/server/db/open'
import { query, type Statement, statement } from '@agency-support/server/db/query'
import { idRanges } from '@agency-support/server/modules/agencies/id-ranges'
import { searchAgencies } from '@agency-support/server/modules/agencies/search-store'
import { findAgency, renameAgency } from '@agency-support/server/modules/agencies/store'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { answerParent, ownCpu } from './child.ts'
import { cookieName } from './people.ts'

/**
 * The limit: what Node and PostgreSQL give when nothing stands around the statements. It runs the modules' own SQL, so
 * that it can never fall behind them, prepared by name over bare `pg`; no check, no key. Only where one agency is read
 * it reads the session of the cookie too: that costs as much as the work itself, and no request goes without it.
 */

/** As much of a database as the modules' statements need, on bare `pg`. */
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

function search(text: string): Promise<unknown[]> {
  const folded = foldText(text)
  const digits = idDigits(text)
  if (digits === undefined) return searchAgencies(read, { text: folded })
  return searchAgencies(read, { text: folded, exact: Number(digits), ranges: idRanges(digits) })
}

async function rename(agencyId: number, name: string, version: number): Promise<unknown> {
  const client = await pool.connect()
  try {
    const tx = bare(client)
    await client.query('begin')
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
    await client.query('commit')
    return changed
  } finally {
    client.release()
  }
}

type Body = { command: string; searchText: string; agencyId: number; name: string; version: number }

async function config(agencyId: number, cookie: string | undefined): Promise<unknown[]> {
  const session = await findSessionRow(read, tokenHash(readCookie(cookie, cookieName) ?? ''))
  if (session === undefined) throw new Error('The cookie is of no session.')
  return [await findAgency(read, agencyId)]
}

async function answer(
  { command, searchText, agencyId, name, version }: Body,
  cookie: string | undefined,
): Promise<unknown[]> {
  switch (command) {
    case 'AgencySearch':
      return search(searchText)
    case 'GetAgencyConfig':
      return config(agencyId, cookie)
    default:
      return [await rename(agencyId, name, version)]
  }
}

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', () => {
    void answer(JSON.parse(text) as Body, request.headers.cookie).then((data) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(JSON.stringify({ code: 0, message: '', data }))
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
