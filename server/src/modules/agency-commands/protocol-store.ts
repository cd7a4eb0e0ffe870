import type { ReadDb, Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'
import type { Seen } from './software-store.ts'

const noteProtocolsSql = statement<[agencyIds: number[], protocols: number[], capabilities: string[]]>(
  'note_protocols',
  `update agency_software known set protocol = reported.protocol, capabilities = reported.capabilities
from (select agency_id, protocol, array(select jsonb_array_elements_text(capabilities::jsonb)) as capabilities
  from unnest($1::integer[], $2::integer[], $3::text[]) as each (agency_id, protocol, capabilities)) reported
where known.agency_id = reported.agency_id
  and (known.protocol, known.capabilities) is distinct from (reported.protocol, reported.capabilities)`,
)

/** Saves the protocol versions reported in heartbeats; a heartbeat without one changes nothing. */
export async function noteProtocols(tx: Tx, seen: readonly Seen[]): Promise<void> {
  const reported = seen.filter(({ protocol }) => protocol !== undefined)
  if (reported.length === 0) return
  await query(tx, noteProtocolsSql, [
    reported.map(({ agencyId }) => agencyId),
    reported.map(({ protocol }) => protocol ?? 1),
    reported.map(({ capabilities }) => JSON.stringify(capabilities ?? [])),
  ])
}

/** The protocol of an agency's software, and the day on which that version ends. */
export type SpokenProtocol = Row<'agency_software', 'protocol' | 'capabilities'> & {
  retires_on: string | null
}

const findProtocolSql = statement<[agencyId: number], SpokenProtocol>(
  'find_protocol',
  `select protocol, capabilities, (select min(retires_on)::text from agent_protocol_retirement retired
  where retired.protocol >= known.protocol) as retires_on
from agency_software known where agency_id = $1`,
  { byKey: true },
)

/** The protocol of an agency's software; undefined if it was never seen. */
export async function findProtocol(db: ReadDb, agencyId: number): Promise<SpokenProtocol | undefined> {
  const [row] = await query(db, findProtocolSql, [agencyId])
  return row
}

/** For the heartbeat's answer: the latest version that has ended, and when the reported one ends. */
export interface Retirements {
  ended: number
  retires_on: string | null
}

const readRetirementsSql = statement<[protocol: number, today: string], Retirements>(
  'read_retirements',
  `select coalesce(max(protocol) filter (where retires_on <= $2::date), 0) as ended,
  min(retires_on) filter (where protocol >= $1)::text as retires_on from agent_protocol_retirement`,
  { byKey: true },
)

/** The latest version that has ended by `today`, and when `protocol` ends. */
export async function readRetirements(db: ReadDb, protocol: number, today: string): Promise<Retirements> {
  const [row] = await query(db, readRetirementsSql, [protocol, today])
  return row ?? { ended: 0, retires_on: null }
}

const setRetirementSql = statement<[protocol: number, day: string, at: Date]>(
  'set_retirement',
  `insert into agent_protocol_retirement as known (protocol, retires_on, set_at) values ($1, $2::date, $3)
on conflict (protocol) do update set retires_on = excluded.retires_on, set_at = excluded.set_at
where known.retires_on <> excluded.retires_on returning 1`,
)

/** Sets the day on which a version ends; false if it was already that day. */
export async function setRetirement(tx: Tx, protocol: number, day: string, at: Date): Promise<boolean> {
  return (await query(tx, setRetirementSql, [protocol, day, at])).length > 0
}

/** Removes the end of a version; false if it had none. */
export async function dropRetirement(tx: Tx, protocol: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('agent_protocol_retirement')
    .where('protocol', '=', protocol)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** How many agencies' software uses a version, and how many of those were seen recently. */
export interface ProtocolUse {
  protocol: number
  agencies: number
  lately: number
  retires_on: string | null
}

const listProtocolsSql = statement<[since: Date], ProtocolUse>(
  'list_protocols',
  `select coalesce(used.protocol, retired.protocol) as protocol, coalesce(agencies, 0) as agencies,
  coalesce(lately, 0) as lately, retires_on::text as retires_on
from (select protocol, count(*)::integer as agencies, (count(*) filter (where last_seen_at >= $1))::integer as lately
  from agency_software group by protocol) used
full join agent_protocol_retirement retired using (protocol) order by 1`,
)

/** Every version in use or retired, oldest first; `lately` counts software seen since an instant. */
export function listProtocols(db: ReadDb, since: Date): Promise<ProtocolUse[]> {
  return query(db, listProtocolsSql, [since])
}
