import { join } from 'node:path'
import { startChild } from './child.ts'

/** The keys of a database that is kept stay the same. */
const key = (of: number): string => Buffer.alloc(32, of).toString('base64')
export const sealKey = key(1)

/** What Node is told in production; `deploy/`, the entry of a release and `npm run serve` say the same. */
export const nodeFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/** Settings of production for a database, with files in this folder and any free port. */
export const productEnv = (databaseUrl: string, folder: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  PUBLIC_ORIGIN: 'http://localhost:0',
  ENVIRONMENT: 'local',
  PROVIDER_NAME: 'Bench',
  JOURNAL_SEAL_KEY: sealKey,
  SECRET_KEY: key(2),
  CERTIFICATE_KEY: key(3),
  // Whoever sends requests says which place each of them comes from.
  TRUSTED_PROXIES: '127.0.0.1',
  CERTIFICATE_BASE_URL: 'https://certificates.example',
  FILE_STORE_DIR: join(folder, 'files'),
})

/** The product on a free port, with its files in this folder; it answers for the most memory it has held (megabytes). */
export function startProduct(databaseUrl: string, folder: string) {
  return startChild<{ port: number; origin: string }, 'peak', number>('./product.ts', {
    // A line of the log for each request would only be read by whoever watches the bench.
    env: { ...productEnv(databaseUrl, folder), ACCESS_LOG: 'off' },
    nodeFlags,
  })
}
