import type { Client } from 'pg'
import { inTransaction, withConnection } from '../db/connection.ts'
import { sealOnce } from '../journal/seal.ts'
import { recomputeStates } from '../modules/marketplace/public.ts'
import { type Cli, printLine } from './cli.ts'
import { type GrowingPart, growingParts } from './grow-parts.ts'

const batch = 100_000
const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000
/** The search by time assumes that entries lie at most this far apart. */
const furthestApartMs = 60_000

// The sandbox's own record of its progress, and of indexes to rebuild when a part is complete.
const notes = `create table if not exists sandbox_growth (
  part text primary key, agencies integer not null, done bigint not null, until timestamptz not null
);
create table if not exists sandbox_growth_index (name text primary key, part text not null, definition text not null)`

interface Growing {
  cli: Cli
  client: Client
  agencies: number
}

/**
 * Fills a sandbox's database with this many agencies and their data; equal numbers give equal rows. It can be
 * interrupted: the next run with the same number continues with the current batch.
 */
export async function growAgencies(cli: Cli, agencies: number): Promise<void> {
  const began = performance.now()
  await withConnection(cli.databaseUrl, async (client) => {
    await client.query(
      "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set client_min_messages = warning",
    )
    await client.query(notes)
    const before = await databaseSize(client)
    for (const part of growingParts) await growPart({ cli, client, agencies }, part)
    await makeAllStates({ cli, client, agencies })
    await sealGrown(cli)
    const gigabytes = ((await databaseSize(client)) - before) / 2 ** 30
    printLine(cli, `All is in after ${seconds(began)} s; the database grew by ${gigabytes.toFixed(2)} GB.`)
  })
}

const seconds = (began: number): string => ((performance.now() - began) / 1000).toFixed(1)

async function databaseSize(client: Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>('select pg_database_size(current_database()) as size')
  return Number(rows[0]?.size)
}

interface Progress {
  done: number
  until: Date
}

async function readProgress({ client, cli, agencies }: Growing, part: string): Promise<Progress> {
  const { rows } = await client.query<Progress>(
    'select done, until from sandbox_growth where part = $1 and agencies = $2',
    [part, agencies],
  )
  return rows[0] ?? { done: 0, until: cli.clock.now() }
}

async function noteProgress(
  { client, agencies }: Growing,
  part: string,
  { done, until }: Progress,
): Promise<void> {
  await client.query(
    `insert into sandbox_growth values ($1, $2, $3, $4)
on conflict (part) do update set agencies = excluded.agencies, done = excluded.done, until = excluded.until`,
    [part, agencies, done, until],
  )
}

async function growPart(growing: Growing, part: GrowingPart): Promise<void> {
  const { cli, client, agencies } = growing
  const began = performance.now()
  const rows = agencies * part.perAgency
  const { done, until } = await readProgress(growing, part.name)
  if (done < rows) await setIndexesAside(client, part)
  const from = new Date(until.getTime() - Math.min(twoYearsMs, rows * furthestApartMs))
  for (let first = done; first < rows; first += batch) {
    const last = Math.min(rows, first + batch) - 1
    const values = [first, last, agencies, ...(part.hasTime ? [from, until] : [])]
    await inTransaction(client, async () => {
      await client.query(part.insert, values)
      await noteProgress(growing, part.name, { done: last + 1, until })
    })
  }
  const inserted = seconds(began)
  await bringIndexesBack(client, part)
  if (done === rows) return
  await client.query(`vacuum (analyze) ${part.table}`)
  printLine(cli, `${rows - done} ${part.name} in ${seconds(began)} s (${inserted} s before their indexes).`)
}

/** Drops indexes, because rebuilding them at the end is several times faster than updating them per row. */
async function setIndexesAside(client: Client, { name, table }: GrowingPart): Promise<void> {
  const { rows } = await client.query<{ index: string; definition: string }>(
    `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition
from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  )
  await inTransaction(client, async () => {
    for (const { index, definition } of rows) {
      // For a partitioned table, PostgreSQL's definition excludes the partitions.
      const whole = definition.replace(' ON ONLY ', ' ON ')
      await client.query('insert into sandbox_growth_index values ($1, $2, $3)', [index, name, whole])
      await client.query(`drop index ${index}`)
    }
  })
}

async function bringIndexesBack(client: Client, { name }: GrowingPart): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    'select name, definition from sandbox_growth_index where part = $1 order by name',
    [name],
  )
  for (const { name: index, definition } of rows)
    await inTransaction(client, async () => {
      await client.query(definition)
      await client.query('delete from sandbox_growth_index where name = $1', [index])
    })
}

/** Computes the states from the events of all products. */
async function makeAllStates(growing: Growing): Promise<void> {
  const { cli, client, agencies } = growing
  const began = performance.now()
  const { done, until } = await readProgress(growing, 'states')
  if (done === agencies) return
  const { rows } = await client.query<{ product_id: number }>(
    'select product_id from product order by product_id',
  )
  const ask = async ({ text }: { text: string }, values: readonly unknown[]): Promise<never[]> =>
    (await client.query(text, [...values])).rows as never[]
  for (const { product_id: productId } of rows)
    await inTransaction(client, () => recomputeStates({ ask }, [productId]))
  await client.query('vacuum (analyze) agency_product')
  await noteProgress(growing, 'states', { done: agencies, until })
  printLine(cli, `The states of their products in ${seconds(began)} s.`)
}

async function sealGrown({ db, sealKeys, clock, out }: Cli): Promise<void> {
  if (sealKeys === undefined)
    return printLine(
      { out },
      'The next server of this sandbox seals the entries; it needs a moment for that.',
    )
  const began = performance.now()
  const seal = await sealOnce(db, sealKeys, clock.now())
  if (seal !== undefined) printLine({ out }, `${seal.entries} entries sealed in ${seconds(began)} s.`)
}
