import { setTimeout as pause } from 'node:timers/promises'
import type { RunningPostgres } from '@agency-support/sandbox/postgres'
import pg from 'pg'
import { setReadOnly } from '../read-only.ts'

/** The database of a run. */
export interface Site {
  url: string
  postgres: RunningPostgres
  /** Starts PostgreSQL where it was stopped. */
  start(): Promise<RunningPostgres>
}

/** Something that goes wrong with the database and is repaired again, while the server runs on. */
export interface DatabaseFault {
  name: string
  /** Begins; resolves when it has. */
  begin(site: Site): Promise<void>
  end(site: Site): Promise<void>
  /** How long it lasts. */
  lastsMs: number
  /** Sentences that whoever is refused may read, each with 503. */
  sentences: readonly RegExp[]
  /** More of them, for whoever makes a change of which something may have been done outside the database. */
  outside?: readonly RegExp[]
  /** True where whoever only reads is answered all the while. */
  readsWork?: boolean
  /** What /health/ready answers meanwhile. */
  ready: 200 | 503
  /** True where even changes go on. */
  changesWork?: boolean
}

const away = /^The database cannot be reached at the moment\. Nothing was changed/
const lost = /^The connection to the database was lost\. Please look whether your change was saved/
const busy = /^The server is busy\. Please try again in a few seconds\.$/
const readOnly = /^The database is read-only at the moment\. Reading works; changes are refused\.$/
/** What comes before the request to look. */
const look = (what: string): RegExp =>
  new RegExp(`^${what} Please look whether your change was made before you try again\\.$`)
const awayOutside = look('The database cannot be reached at the moment\\.')
const busyOutside = look('The server is busy\\.')
const readOnlyOutside = look('The database is read-only at the moment\\.')

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> all($1::int[])`

/** Takes every connection that the database has, those of the server too, until it lets go of them. */
class Hoard {
  #clients: pg.Client[] = []

  async take(url: string): Promise<void> {
    const giveUpAt = performance.now() + 30_000
    while (performance.now() < giveUpAt) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      const taken = await client.connect().then(
        () => true,
        () => false,
      )
      if (taken) this.#clients.push(client)
      else await this.#endOthers()
      // A connection that begins or ends is not listed but takes a place, so all places must be ours.
      if (this.#clients.length === (await this.#readLimit())) return
    }
    throw new Error('the server would not let go of its connections')
  }

  async #readLimit(): Promise<number | undefined> {
    const [first] = this.#clients
    const found = await first?.query<{ count: number }>(
      `select current_setting('max_connections')::integer as count`,
    )
    return found?.rows[0]?.count
  }

  async #endOthers(): Promise<void> {
    const own = this.#clients.map((client) => (client as unknown as { processID: number }).processID)
    const [first] = this.#clients
    await first?.query(endOthers, [own])
  }

  async free(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()))
    this.#clients = []
  }
}

const hoard = new Hoard()
const removed = 'removed_migration'

/** Migrations of another release than the server's. */
function schemaFaults(lastsMs: number): DatabaseFault[] {
  return [
    {
      name: 'A migration is missing',
      begin: ({ url }) =>
        ask(
          url,
          `create table ${removed} as select * from migration order by name desc limit 1;
           delete from migration where name in (select name from ${removed})`,
        ),
      end: ({ url }) => ask(url, `insert into migration select * from ${removed}; drop table ${removed}`),
      lastsMs,
      sentences: [],
      readsWork: true,
      changesWork: true,
      ready: 503,
    },
    {
      name: 'A migration of a newer release',
      begin: ({ url }) => ask(url, `insert into migration (name, digest) values ('999_newer.sql', 'x')`),
      end: ({ url }) => ask(url, `delete from migration where name = '999_newer.sql'`),
      lastsMs,
      sentences: [],
      readsWork: true,
      changesWork: true,
      ready: 200,
    },
  ]
}

/** Each of them, one after another; `awayMs` is how long the database stays away. */
export function listDatabaseFaults({
  awayMs,
  lastsMs,
}: {
  awayMs: number
  lastsMs: number
}): DatabaseFault[] {
  return [
    {
      name: 'All connections taken by another client',
      begin: ({ url }) => hoard.take(url),
      end: () => hoard.free(),
      lastsMs,
      sentences: [busy, away, lost],
      outside: [busyOutside, awayOutside],
      ready: 503,
    },
    {
      name: 'Read-only by `ALTER DATABASE`',
      begin: ({ url }) => setReadOnly(url, true),
      end: ({ url }) => setReadOnly(url, false),
      lastsMs,
      sentences: [readOnly, lost],
      outside: [readOnlyOutside],
      readsWork: true,
      ready: 200,
    },
    {
      name: 'All backends terminated',
      begin: async ({ url }) => {
        for (let time = 0; time < 5; time += 1) {
          await ask(url, endOthers.replace('all($1::int[])', 'pg_backend_pid()'))
          await pause(50)
        }
      },
      end: () => Promise.resolve(),
      lastsMs: 0,
      sentences: [lost, away],
      outside: [awayOutside],
      ready: 200,
      changesWork: true,
    },
    {
      name: `Away for ${awayMs / 1_000} s`,
      begin: ({ postgres }) => postgres.stop(),
      end: async (site) => {
        site.postgres = await site.start()
      },
      lastsMs: awayMs,
      sentences: [away, lost],
      outside: [awayOutside],
      ready: 503,
    },
    ...schemaFaults(lastsMs),
  ]
}
