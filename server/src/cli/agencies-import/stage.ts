import { foldText } from '@agency-support/contract/rules/search'
import type { Client } from 'pg'
import { type CopyValues, copyRows } from '../copy-rows.ts'
import { columns, valueColumns } from './columns.ts'
import type { AgencyLine } from './read-agencies.ts'

const create = `create temporary table staged (
  agency_id integer primary key,
  name text,
  name_folded text,
  version_display text,
  is_online boolean,
  region_id smallint,
  pool_id integer,
  status smallint
)`

const stagedColumns = ['agency_id', ...valueColumns.map((name) => columns[name].column), 'name_folded']

/** Copies agencies into a table of this connection alone; null stands for a column the file lacks. */
export async function stageAgencies(
  client: Client,
  batches: AsyncIterable<readonly AgencyLine[]>,
): Promise<void> {
  await client.query(create)
  await copyRows(client, 'staged', stagedColumns, stagedRows(batches))
  await client.query('analyze staged')
}

async function* stagedRows(batches: AsyncIterable<readonly AgencyLine[]>): AsyncGenerator<CopyValues[]> {
  for await (const agencies of batches)
    yield agencies.map((agency) => [
      agency.agencyId,
      ...valueColumns.map((name) => agency[name]),
      agency.name === undefined ? undefined : foldText(String(agency.name)),
    ])
}
