import { textingKey } from '@agency-support/contract/rules/texting'
import {
  getListName,
  jsonItem,
  type JsonFields,
  type JsonPageById,
  jsonPage,
  jsonPageSize,
  readJsonPages,
} from '../../db/json-rows.ts'
import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

/** A column of the list of agencies with texting. */
export type ListedColumn = 'agency_id' | 'phones' | 'tcr_number' | 'status'

// Written without spaces, like JSON.stringify.
const phones = `(select '[' || coalesce(string_agg(row_to_json(item)::text, ',' order by n), '') || ']'
  from unnest(t.phones) with ordinality as listed (phone, n) cross join lateral (select listed.phone) item)::json`

const listTextingSql = (fields: JsonFields) =>
  statement<[after: number, limit: number, productKey: number], JsonPageById>(
    getListName('list_texting', fields),
    `select ${jsonPage('t.agency_id')}, max(t.agency_id) as last
from (
  select t.agency_id, ${phones} as phones, coalesce(t.tcr_number, '') as tcr_number, coalesce(a.status, 1) as status
  from agency_texting t
  left join product p on p.product_key = $3
  left join agency_product a on a.product_id = p.product_id and a.agency_id = t.agency_id
  where t.agency_id > $1 order by t.agency_id limit $2
) t cross join lateral ${jsonItem(fields, 't')}`,
  )

/** All texting records by agency id as JSON of these fields, in pages. */
export function listTexting(
  db: ReadDb,
  fields: Readonly<Record<string, ListedColumn>>,
  pageSize = jsonPageSize,
): AsyncGenerator<string> {
  const page = listTextingSql(fields)
  return readJsonPages<JsonPageById>(
    (previous) => query(db, page, [previous?.last ?? 0, pageSize, textingKey]),
    pageSize,
  )
}

/** The number of texting records. */
export async function countTexting(db: ReadDb): Promise<number> {
  const { count } = await db
    .selectFrom('agency_texting')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
