import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { source } from './message-store.ts'

/** SQL for each figure over the messages `m` of a span. */
const counted = {
  sent: `count(*) filter (where m.source = ${source.sent})`,
  received: `count(*) filter (where m.source = ${source.received})`,
  conversations: 'count(distinct right(m.ext_phone, 10))',
} as const
export type Counted = keyof typeof counted

interface SpanCount {
  period: Date
  count: number
}

const countSql = (what: Counted, { ofAgency = false } = {}) =>
  statement<[from: readonly Date[], to: readonly Date[], ...agency: number[]], SpanCount>(
    `count_texting_${what}${ofAgency ? '_of_agency' : ''}`,
    `select span.from_at as period, (
  select ${counted[what]}::integer from text_message m
  where m.at >= span.from_at and m.at < span.to_at${ofAgency ? ' and m.agency_id = $3' : ''}
) as count
from unnest($1::timestamptz[], $2::timestamptz[]) as span (from_at, to_at) order by span.from_at`,
  )

/** Counts for the spans between these bounds, oldest first; for all agencies or one. */
export function countMessages(
  db: ReadDb,
  { what, bounds, agencyId }: { what: Counted; bounds: readonly Date[]; agencyId: number | undefined },
): Promise<SpanCount[]> {
  const spans = [bounds.slice(0, -1), bounds.slice(1)] as const
  return agencyId === undefined
    ? query(db, countSql(what), [...spans])
    : query(db, countSql(what, { ofAgency: true }), [...spans, agencyId])
}
