import {
  getListName,
  jsonInstant,
  jsonItem,
  type JsonFields,
  type JsonPageById,
  jsonPage,
  jsonPageSize,
  readJsonPages,
} from '../../db/json-rows.ts'
import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

/** A column of the TCR reports. */
export type TcrColumn =
  | 'agency_id'
  | 'phone'
  | 'tcr_number'
  | 'tcr_created_by'
  | 'tcr_created_at'
  | 'tcr_updated_by'
  | 'tcr_updated_at'

const isOrphan =
  '(cardinality(t.phones) = 0 or not exists (select from agency a where a.agency_id = t.agency_id))'

const listTcrSql = (fields: JsonFields, which: 'all' | 'orphans') =>
  statement<[after: number, limit: number], JsonPageById>(
    getListName(`list_tcr_${which}`, fields),
    `select ${jsonPage('t.agency_id')}, max(t.agency_id) as last
from (
  select t.agency_id, coalesce(t.phones[1], '') as phone, t.tcr_number, t.tcr_created_by, t.tcr_updated_by,
    ${jsonInstant('t.tcr_created_at')} as tcr_created_at, ${jsonInstant('t.tcr_updated_at')} as tcr_updated_at
  from agency_texting t
  where t.tcr_number is not null and t.agency_id > $1${which === 'orphans' ? ` and ${isOrphan}` : ''}
  order by t.agency_id limit $2
) t cross join lateral ${jsonItem(fields, 't')}`,
  )

/** All TCR numbers, or the orphaned ones (without phone number or agency), by agency id as JSON of these fields. */
export function listTcr(
  db: ReadDb,
  which: 'all' | 'orphans',
  fields: Readonly<Record<string, TcrColumn>>,
  pageSize = jsonPageSize,
): AsyncGenerator<string> {
  const page = listTcrSql(fields, which)
  return readJsonPages<JsonPageById>((previous) => query(db, page, [previous?.last ?? 0, pageSize]), pageSize)
}
