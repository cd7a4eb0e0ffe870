import { foldText, idDigits } from '@agency-support/contract/rules/search'
import type { ReadDb, Tx } from '@agency-support/server/db/open'
import { idRanges } from '@agency-support/server/modules/agencies/id-ranges'
import { searchAgencies } from '@agency-support/server/modules/agencies/search-store'
import { findAgency, renameAgency } from '@agency-support/server/modules/agencies/store'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { answerParent, ownCpu } from './child.ts'

/**
 * The limit: what Node and PostgreSQL give when nothing stands around the statements. It runs the rooms' own
 * SQL, so that it can never fall behind them, prepared by name over bare `pg`; no session, no check, no key.
 */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  names.set(text, known)
  return known
}

/** As much of a database as the rooms' statements need, on bare `pg`. */
function bare(client: pg.Pool | pg.PoolClient): ReadDb & Tx {
  const rows = async (text: string, values: unknown[]): Promise<unknown[]> =>
    (await client.query<Record<string, unknown>>({ name: nameOf(text), text, values })).rows
  return { rows, keyed: rows } as unknown as ReadDb & Tx
}

const insertEntry = `insert into journal (at, actor_kind, actor, event, agency_id, before, after)
values ($1, $2, $3, $4, $5, $6, $7)`

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
    await client.query('begin')
    const at = new Date()
    const nameFolded = foldText(name)
    const change = { agencyId, name, nameFolded, version, by: 'limit', at }
    const changed = await renameAgency(bare(client), change)
    await client.query({
      name: nameOf(insertEntry),
      text: insertEntry,
      values: [
        at,
        'staff',
        'limit',
        'agencies.renamed',
        agencyId,
        JSON.stringify({ name: changed?.before }),
        JSON.stringify({ name }),
      ],
    })
    await client.query('commit')
    return changed
  } finally {
    client.release()
  }
}

type Body = { command: string; searchText: string; agencyId: number; name: string; version: number }

async function answer({ command, searchText, agencyId, name, version }: Body): Promise<unknown[]> {
  switch (command) {
    case 'AgencySearch':
      return search(searchText)
    case 'GetAgencyConfig':
      return [await findAgency(read, agencyId)]
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
    void answer(JSON.parse(text) as Body).then((data) => {
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
