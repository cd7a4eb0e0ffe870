import { join } from 'node:path'
import { startChild } from './child.ts'
import type { ProductQuestion } from './comparison.ts'

/** Fixed, because a kept database needs the same keys. */
const key = (of: number): string => Buffer.alloc(32, of).toString('base64')
export const sealKey = key(1)

/** Node flags in production; the same as in `deploy/`, the release entry and `npm run serve`. */
export const nodeFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/** Connections of the product's pools and the limit's, as POOL_SIZE. */
export const poolSize = '10'

/** Production settings for a database, with files in this folder and any free port. */
export const productEnv = (databaseUrl: string, folder: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  PUBLIC_ORIGIN: 'http://localhost:0',
  ENVIRONMENT: 'local',
  PROVIDER_NAME: 'Bench',
  JOURNAL_SEAL_KEY: sealKey,
  SECRET_KEY: key(2),
  CERTIFICATE_KEY: key(3),
  // The load generator sets the client address of each request.
  TRUSTED_PROXIES: '127.0.0.1',
  CERTIFICATE_BASE_URL: 'https://certificates.example',
  FILE_STORE_DIR: join(folder, 'files'),
})

/** The product on a free port, with its files in this folder. */
export function startProduct(databaseUrl: string, folder: string) {
  return startChild<{ port: number; origin: string }, ProductQuestion, number>('./product.ts', {
    // The access log would only appear in the bench's output.
    env: { ...productEnv(databaseUrl, folder), ACCESS_LOG: 'off' },
    nodeFlags,
  })
}
