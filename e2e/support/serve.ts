// A server for the browser tests; started by server-process.ts, and ends when that disconnects or dies.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sandboxConfig } from '@agency-support/server/settings/config'
import { startServer } from '@agency-support/server/server'
import { testDatabase } from '../../server/test/database.ts'
import { seedDemo } from '@agency-support/sandbox/demo-data/seed'
import { startEmulators } from '@agency-support/sandbox/emulators'
import { sandboxFrames, startManagementSite } from '@agency-support/sandbox/management-site/start'
import { runVariable, type ServerReady, type ServerWish } from './server-process.ts'

const wish = JSON.parse(process.argv[2] ?? '{}') as ServerWish
const consoleFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
const agencies = 300

await using ends = new AsyncDisposableStack()
const letGo = once(process, 'disconnect')

async function ownDatabase(): Promise<string> {
  const database = await testDatabase({
    name: `demo_${process.env[runVariable] ?? process.pid}`,
    fill: async (url) => void (await seedDemo({ databaseUrl: url, agencies, log: () => undefined })),
  })
  ends.defer(() => database.drop())
  return database.url
}

const databaseUrl = wish.databaseUrl ?? (await ownDatabase())
const site = await startManagementSite()
ends.defer(() => site.close())
const emulators = await startEmulators()
ends.defer(() => emulators.close())
const config = sandboxConfig({
  databaseUrl,
  port: wish.port ?? 0,
  consoleFolder,
  frames: sandboxFrames(wish.framePages ?? site.addresses),
  frameAncestors: wish.frameAncestors ?? [],
  ...emulators.settings,
  webhooks: emulators.webhooks,
  sessionRate: 100_000,
  logLevel: 'silent',
  ...(wish.environment === undefined ? {} : { environment: wish.environment }),
  ...(wish.providerName === undefined ? {} : { providerName: wish.providerName }),
})
const { kept } = config.files
// Servers on one database share its files, as they do its rows.
if (wish.databaseUrl === undefined && kept.in === 'folder')
  ends.defer(() => rm(kept.folder, { recursive: true, force: true }))
const server = await startServer(config)
ends.defer(() => server.close())
const ready: ServerReady = {
  origin: server.origin,
  databaseUrl,
  emulators: emulators.urls,
}
process.send?.(ready)
await letGo
