import { webZones } from './web-zones.ts'
import type { Zone } from './zone.ts'

const withoutJobs = ['contract', 'server base', 'server config', 'server/db', 'server/journal']
const lowerServer = [...withoutJobs, 'server/jobs']
const upperServer = [
  'server/auth',
  'server/calls',
  'server/http',
  'server/openapi',
  'server/passwords',
  'server/providers',
]
const serverEntry = ['server entry', 'server base', 'server config', 'server/db']

export const zones: readonly Zone[] = [
  {
    name: 'contract',
    at: ['contract/src/**'],
    may: ['contract'],
    packages: ['zod'],
    advice: 'the contract may import only zod and itself',
  },
  {
    name: 'server/test',
    at: ['server/test/**'],
    may: ['server/test', ...lowerServer, ...upperServer, 'server entry', 'sandbox', 'sandbox/providers'],
    advice: 'test helpers go through the server entry, never into a module',
  },
  {
    name: 'server entry',
    at: ['server/src/*.ts'],
    may: [...lowerServer, ...upperServer, 'server module index', 'server module public', 'server entry'],
    advice: 'take what a module offers from its index.ts or public.ts',
  },
  {
    name: 'server config',
    at: ['server/src/settings/config.ts'],
    may: ['server base', 'server/providers'],
    advice:
      'the settings lie at the bottom of the server; config.ts alone imports the providers, whose settings it reads',
  },
  {
    name: 'server base',
    at: ['server/src/lib/**', 'server/src/settings/**'],
    may: ['server base', 'server config', 'contract'],
    advice: 'lib/ and settings/ lie at the bottom of the server and import nothing higher',
  },
  {
    name: 'server/cli',
    at: ['server/src/cli/**'],
    may: [
      'server/cli',
      ...lowerServer,
      'server/passwords',
      'server/calls',
      'server/openapi',
      'server/providers',
      'server module public',
    ],
    advice: 'the command line uses db/ and the public.ts of a module',
  },
  {
    name: 'server/db',
    at: ['server/src/db/**'],
    may: ['server/db', 'server base', 'server config'],
    neverPackages: ['zod', 'fastify'],
    advice: 'db/ knows neither the contract nor anything above it',
  },
  {
    name: 'server/passwords',
    at: ['server/src/auth/passwords/**'],
    may: ['server/passwords'],
    neverPackages: ['pg', 'kysely', 'fastify'],
    advice: 'passwords/ only computes; modules read and write',
  },
  {
    name: 'server/providers',
    at: ['server/src/providers/**'],
    may: ['server/providers', 'server base'],
    advice: 'a provider knows its own wire and config; modules hand it what it needs',
  },
  {
    name: 'server/journal',
    at: ['server/src/journal/**'],
    may: ['server/journal', 'server/db', 'server base', 'server config', 'contract'],
    advice: 'journal/ stands on db/ and the contract, below http/ and the modules',
  },
  {
    name: 'server/jobs',
    at: ['server/src/jobs/**'],
    may: [...lowerServer, 'server/auth', 'server/calls', 'server/providers'],
    advice: 'jobs/ stands on db/, journal/, auth/, calls/ and providers/; a module hands its job in',
  },
  {
    name: 'server/auth',
    at: ['server/src/auth/**'],
    may: [...withoutJobs, 'server/auth'],
    advice: 'auth/ finds out who asks, by db/ and the contract; it knows no call and no module',
  },
  {
    name: 'server/calls',
    at: ['server/src/calls/**'],
    may: ['server/providers', ...withoutJobs, 'server/auth', 'server/calls'],
    advice: 'calls/ carries out a call that was let through, on auth/ and journal/; it knows no module',
  },
  {
    name: 'server/openapi',
    at: ['server/src/openapi/**'],
    may: ['contract', 'server base', 'server config', 'server/auth', 'server/openapi'],
    advice: 'openapi/ describes the contract; it carries nothing out',
  },
  {
    name: 'server/http',
    at: ['server/src/http/**'],
    may: [...withoutJobs, 'server/auth', 'server/calls', 'server/openapi', 'server/http', 'server/passwords'],
    mayTypes: ['server/providers'],
    advice: 'http/ must not know a module; let server/src/open-app.ts hand it in',
  },
  {
    name: 'server module store',
    at: ['server/src/modules/{module}/store.ts', 'server/src/modules/{module}/*-store.ts'],
    may: ['own server module store', 'server/db', 'contract'],
    neverPackages: ['zod', 'fastify'],
    advice:
      "a module's store.ts may import db/ and the contract's codes and rules; turn rows into wire shapes in view.ts",
  },
  {
    name: 'server module public',
    at: ['server/src/modules/{module}/public.ts'],
    may: ['own module'],
    packages: [],
    advice: "a module's public.ts only re-exports what files of its own module declare",
  },
  {
    name: 'server module index',
    at: ['server/src/modules/{module}/index.ts'],
    may: ['own module', 'contract', 'server/calls'],
    advice: "a module's index.ts only joins the files of its own module",
  },
  {
    name: 'server module',
    at: ['server/src/modules/{module}/**'],
    may: [
      'own module',
      'contract',
      'server base',
      'server config',
      'server/journal',
      'server/jobs',
      ...upperServer,
      'server module public',
    ],
    mayTypes: ['server/db'],
    neverPackages: ['pg', 'kysely', 'fastify'],
    advice: "a module may import only another module's public.ts, and SQL belongs in its store.ts",
  },
  ...webZones,
  {
    name: 'sandbox/random',
    at: ['sandbox/src/random.ts'],
    may: [],
    packages: [],
    advice: 'chance is arithmetic and imports nothing',
  },
  {
    name: 'sandbox/providers',
    at: ['sandbox/src/providers/**'],
    may: ['sandbox/providers', 'sandbox/random'],
    packages: ['node:*', 'fastify', 'zod'],
    advice: "an emulator speaks the provider's own wire: only node, fastify and zod",
  },
  {
    name: 'process lock',
    at: ['scripts/process-lock.mjs'],
    may: [],
    advice: 'the installer uses it before anything is installed',
  },
  {
    name: 'sandbox',
    at: ['sandbox/src/**'],
    may: [
      'sandbox',
      'process lock',
      'sandbox/providers',
      'sandbox/random',
      'contract',
      'server/cli',
      'server module public',
      ...serverEntry,
    ],
    mayTypes: ['server/providers'],
    advice: 'the sandbox uses the contract, server/db and the server entry, never the inside of a module',
  },
  {
    name: 'sandbox/test',
    at: ['sandbox/test/**'],
    may: ['sandbox', 'server/test', 'server/db'],
    advice: 'test helpers of the sandbox use the sandbox, server/test and server/db',
  },
  {
    name: 'bench limit',
    at: ['bench/src/limit.ts'],
    may: ['bench', 'contract', 'server/db', 'server/auth', 'server/passwords', 'server module store'],
    advice: "the limit runs the modules' own statements, of stores, server/db and server/auth",
  },
  {
    name: 'bench of the console',
    at: ['bench/ui/**', 'bench/src/ui-pages.ts', 'bench/src/ui-pages.test.ts'],
    may: ['bench', 'bench of the console', 'scripts', 'sandbox', 'e2e/support', 'root config'],
    advice: 'the bench of the console opens it as the browser tests do',
  },
  {
    name: 'bench',
    at: ['bench/**'],
    may: [
      'bench',
      'bench of the console',
      'scripts',
      'sandbox',
      'contract',
      'server/cli',
      'server/passwords',
      'server module public',
      ...serverEntry,
    ],
    advice:
      'the bench measures the product from outside: contract, sandbox, password hashes and the server entry',
  },
  {
    name: 'e2e/support',
    at: ['e2e/support/**'],
    may: ['e2e/support', 'sandbox', 'sandbox/providers', 'contract', 'server/test', ...serverEntry],
    advice: 'the support of browser tests starts the product through its entry, never a part of it',
  },
  {
    name: 'e2e',
    at: ['e2e/**'],
    may: ['e2e/support', 'scripts', 'contract', 'server/test'],
    advice: 'a browser test sees what a person sees; use contract, e2e/support and server/test',
  },
  {
    name: 'scripts',
    at: ['scripts/**'],
    may: ['scripts', 'process lock', 'sandbox', 'contract', 'server/test', ...serverEntry],
    advice: 'scripts may use the contract, the sandbox, server/db and server/test',
  },
  {
    name: 'root config',
    at: ['*.ts'],
    may: ['scripts', 'e2e/support'],
    advice: 'a configuration at the root may import scripts and test helpers',
  },
]

/** The public API of a server module; it only re-exports, and its own module does not import it. */
export const publicApi = 'server/src/modules/{module}/public.ts'

/** The files that may re-export declarations of our other files. */
export const barrels: readonly string[] = [
  'contract/src/index.ts',
  'server/src/modules/{module}/index.ts',
  publicApi,
]

/** What a `*.test.ts(x)` file may import in addition to its zone, by package. */
export const testExtras: Readonly<Record<string, readonly string[]>> = {
  server: [
    'server/test',
    'sandbox',
    'sandbox/providers',
    'contract',
    'server entry',
    'server/db',
    'server/jobs',
    'server/calls',
    'server/http',
  ],
  web: ['web/test'],
  sandbox: ['sandbox/test', 'server/test'],
}

/** Packages every test may import, whatever its zone says. */
export const testPackages: readonly string[] = ['vitest', 'fast-check', 'node:*']

/** Additional packages for tests, by package: SQL, to prepare and inspect data. */
export const moreTestPackages: Readonly<Record<string, readonly string[]>> = { server: ['kysely'] }
