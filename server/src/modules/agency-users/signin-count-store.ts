import type { HostingEnvironment } from '@agency-support/contract/rules/hosting-environment'
import { countOn } from '../../db/day-counts.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

/** Successful sign-ins within a span of time, for one hosting environment. */
export interface SigninCount {
  /** Index of the span, from 0. */
  span: number
  environment: HostingEnvironment
  signins: number
}

const countSigninsSql = statement<[from: Date, to: Date, spanSeconds: number], SigninCount>(
  'count_sign_ins',
  `select floor(extract(epoch from created_at - $1::timestamptz) / $3::integer)::integer as span,
  hosting_environment as environment, count(*)::integer as signins
from agency_sign_in
where outcome = 0 and created_at >= $1 and created_at < $2 and hosting_environment is not null group by 1, 2`,
)

/** Successful sign-ins in spans of `spanSeconds` between two instants; spans without any are left out. */
export function countSignins(
  db: ReadDb,
  { from, to, spanSeconds }: { from: Date; to: Date; spanSeconds: number },
): Promise<SigninCount[]> {
  return query(db, countSigninsSql, [from, to, spanSeconds])
}

const addDaysSql = statement<[fromXid: string, toXid: string]>(
  'add_sign_in_days',
  `insert into agency_sign_in_day as kept (day, hosting_environment, sign_ins)
select (created_at at time zone 'UTC')::date, hosting_environment, count(*)
from agency_sign_in
where xid >= $1::xid8 and xid < $2::xid8 and outcome = 0 and hosting_environment is not null group by 1, 2
on conflict (day, hosting_environment) do update set sign_ins = kept.sign_ins + excluded.sign_ins`,
)
/** Adds sign-ins reported since the last call to the daily counts. */
export function countNewSignins(tx: Tx): Promise<void> {
  return countOn(tx, 'agency_sign_in', async (from, to) => {
    await query(tx, addDaysSql, [from, to])
  })
}

const keepMonthsSql = statement<[at: Date, keptSince: Date]>(
  'keep_sign_in_months',
  'select keep_agency_sign_in_months($1, $2)',
)

/** Creates the partitions of the coming months and drops those that ended before `keptSince`. */
export async function keepSigninMonths(tx: Tx, at: Date, keptSince: Date): Promise<void> {
  await query(tx, keepMonthsSql, [at, keptSince])
}
