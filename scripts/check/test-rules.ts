import { serverEntry, upperServer } from './import-rules.ts'

/** What a `*.test.ts(x)` file may import in addition to its zone, by package. */
export const testExtras: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: [
    'server/test',
    'sandbox',
    'sandbox/providers',
    'contract',
    'server entry',
    'server base',
    'server config',
    'server/db',
    'server/jobs',
    ...upperServer,
  ],
  web: ['web/test', 'contract'],
  sandbox: ['contract', 'sandbox', 'sandbox/test', 'server/test', ...serverEntry],
  '': ['server/test'],
}

/** Packages every test may import, whatever its zone says. */
export const testPackages: readonly string[] = ['vitest', 'fast-check', 'node:*']

/** Additional packages for tests, by package: SQL, to prepare and inspect data. */
export const moreTestPackages: Readonly<Record<string, readonly string[]>> = { server: ['kysely'] }
