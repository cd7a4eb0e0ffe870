import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { type Pooler, transactionPooler } from './transaction-pooler.ts'

/** Poolers that lend sessions by the transaction, by name: one of our own everywhere, the real one where it is installed. */
export const poolers: readonly (readonly [name: string, start: (databaseUrl: string) => Promise<Pooler>])[] =
  [
    ['a pooler of our own', (url) => transactionPooler(url, { keepsSettings: false })],
    ...(hasPgBouncer ? [['PgBouncer', (url: string) => startPgBouncer(url)] as const] : []),
  ]

if (!hasPgBouncer)
  process.stderr.write(
    'PgBouncer is not installed (Debian package pgbouncer): only a pooler of our own is tried.\n',
  )
