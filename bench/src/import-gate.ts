import { foldText } from '@agency-support/contract/rules/search'
import { withConnection } from '@agency-support/server/db/connection'
import { migrate } from '@agency-support/server/db/migrate'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import type { GateCase } from './held.ts'
import type { Imported } from './importer.ts'
import { nodeFlags } from './start-product.ts'

const columns = 'agency_id, name, name_folded, version_display, is_online, region_id, pool_id, status'
const entryColumns = 'at, actor_kind, actor, event, agency_id, after'

/** An import of new agencies compared with COPY of the same rows, including journal rows and indexes. */
export function importCase(databaseUrl: string, agencies: number): GateCase {
  return {
    name: 'import',
    measure: async () => {
      await using ends = new AsyncDisposableStack()
      const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))
      ends.defer(() => rmSync(folder, { recursive: true, force: true }))
      // PostgreSQL reads the files itself, under its own account.
      chmodSync(folder, 0o755)
      const files = await writeFiles(folder, agencies)
      const few = await importInto(databaseUrl, await writeImport(join(folder, 'few.csv'), agencies / 10))
      const all = await importInto(databaseUrl, files.import)
      const copied = await copyInto(databaseUrl, files)
      const work = `import of ${agencies} agencies`
      const note = `${all.seconds.toFixed(1)} and ${copied.toFixed(1)} s`
      const growth = all.megabytes - few.megabytes
      const held = `${all.megabytes.toFixed(0)} and ${few.megabytes.toFixed(0)} MiB`
      return [
        { work, what: 'time ÷ COPY', value: all.seconds / copied, bound: 2.5, is: 'at most', note },
        { work, what: 'memory against a tenth, + MiB', value: growth, bound: 32, is: 'at most', note: held },
      ]
    },
  }
}

interface Files {
  import: string
  agencies: string
  entries: string
}

const toId = (at: number): number => 1_000_000 + at * 7
const toName = (id: number): string => `Lighthouse Insurance, Agency ${id}`

async function writeLines(path: string, count: number, head: string, line: (at: number) => string) {
  const file = createWriteStream(path)
  file.write(head)
  for (let at = 0; at < count; at += 1) if (!file.write(line(at))) await once(file, 'drain')
  file.end()
  await once(file, 'close')
  return path
}

function writeImport(path: string, count: number): Promise<string> {
  const head = 'agencyId,name,versionDisplay,isOnline,regionId,poolId,status\n'
  return writeLines(path, count, head, (at) => {
    const id = toId(at)
    return `${id},"${toName(id)}",5.4.${at % 9},${at % 2 === 0},${at % 4},${at % 30},2\n`
  })
}

/** The same rows in the formats of the importer and of COPY. */
async function writeFiles(folder: string, count: number): Promise<Files> {
  const after = (id: number, at: number): string =>
    JSON.stringify({ name: toName(id), versionDisplay: `5.4.${at % 9}`, isOnline: at % 2 === 0, status: 2 })
  return {
    import: await writeImport(join(folder, 'import.csv'), count),
    agencies: await writeLines(join(folder, 'agencies.tsv'), count, '', (at) => {
      const name = toName(toId(at))
      return `${[toId(at), name, foldText(name), `5.4.${at % 9}`, at % 2 === 0, at % 4, at % 30, 2].join('\t')}\n`
    }),
    entries: await writeLines(join(folder, 'entries.tsv'), count, '', (at) => {
      const id = toId(at)
      return `${['2026-11-23 09:00:00+00', 'system', 'cli', 'agencies.imported', id, after(id, at)].join('\t')}\n`
    }),
  }
}

/** Runs something on a new database next to the given one, migrated and empty, and deletes it. */
async function withDatabase<T>(databaseUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_import_${process.pid}`
  await withConnection(databaseUrl, (admin) => admin.query(`create database ${name} template template0`))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  try {
    await migrate(url.href)
    return await work(url.href)
  } finally {
    await withConnection(databaseUrl, (admin) => admin.query(`drop database ${name} with (force)`))
  }
}

function importInto(databaseUrl: string, file: string): Promise<{ seconds: number; megabytes: number }> {
  return withDatabase(databaseUrl, async (url) => {
    const { child } = await startChild<'ready', string, Imported>('./importer.ts', {
      env: { DATABASE_URL: url },
      nodeFlags,
    })
    try {
      const began = performance.now()
      const { code, output, megabytes } = await child.ask(file)
      if (code !== 0) throw new Error(`The import failed: ${output}`)
      return { seconds: (performance.now() - began) / 1000, megabytes }
    } finally {
      await child.stop()
    }
  })
}

function copyInto(databaseUrl: string, { agencies, entries }: Files): Promise<number> {
  return withDatabase(databaseUrl, (url) =>
    withConnection(url, async (client) => {
      const began = performance.now()
      await client.query('begin')
      await client.query(`copy agency (${columns}) from '${agencies}'`)
      await client.query(`copy journal (${entryColumns}) from '${entries}'`)
      await client.query('commit')
      return (performance.now() - began) / 1000
    }),
  )
}
