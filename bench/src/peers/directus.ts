import { execFileSync } from 'node:child_process'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent, ownCpu } from '../child.ts'
import { importInstalled, installedPath } from './installed.ts'
import { directusToken } from './peers.ts'

/** Directus on all tables with a single-column key; its own tables are in the same database. */

const { pathname, username, searchParams } = new URL(process.env['DATABASE_URL'] ?? '')
Object.assign(process.env, {
  DB_CLIENT: 'pg',
  DB_HOST: searchParams.get('host') ?? '',
  DB_PORT: '5432',
  DB_DATABASE: pathname.slice(1),
  DB_USER: username,
  DB_PASSWORD: 'none',
  DB_POOL__MAX: process.env['POOL_SIZE'],
  SECRET: 'bench',
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'bench',
  ADMIN_TOKEN: directusToken,
  TELEMETRY: 'false',
  LOG_LEVEL: 'error',
})
execFileSync(process.execPath, [installedPath('directus', 'directus/cli.js'), 'bootstrap'], {
  env: process.env,
  stdio: ['ignore', 'ignore', 'inherit'],
})

interface Directus {
  createServer(): Promise<Server>
}
const { createServer } = await importInstalled<Directus>('directus', '@directus/api/dist/server.js')
const server = await createServer()
server.listen(0, '127.0.0.1', () => {
  answerParent<'cpu', number>(ownCpu, () => Promise.resolve(server.closeAllConnections()))
  process.send?.({ port: (server.address() as AddressInfo).port })
})
