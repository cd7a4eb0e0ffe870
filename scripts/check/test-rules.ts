import { serverEntry, upperServer } from './import-rules.ts'

/** What a `*.test.ts(x)` file may import over and above its zone, by the package that it lies in. */
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

/** Packages that tests may import beside those, by the package that they lie in: SQL, to prepare and to look. */
export const moreTestPackages: Readonly<Record<string, readonly string[]>> = { server: ['kysely'] }
