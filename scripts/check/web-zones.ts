import type { Zone } from './zone.ts'

const webBase = ['web/components', 'web/ui', 'web/agency', 'web/lib', 'contract']

/** The zones of the console and what they may import, from tests to build. */
export const webZones: readonly Zone[] = [
  {
    name: 'web/test',
    at: ['web/test/**'],
    may: ['web/test', 'web/lib', 'contract'],
    advice: 'web test helpers know lib/ and the contract, never a module',
  },
  {
    name: 'web/theme',
    at: ['web/src/theme/**'],
    may: ['web/theme'],
    neverPackages: ['node:*'],
    advice: 'theme/ is colours and sizes; it knows the UI library and nothing of ours',
  },
  {
    name: 'web/lib',
    at: ['web/src/lib/**', 'web/src/jsx/**'],
    may: ['web/lib', 'contract'],
    neverPackages: ['node:*'],
    advice: 'lib/ lies at the bottom of the console: the contract and itself',
  },
  {
    name: 'web/agency',
    at: ['web/src/agency/**'],
    may: ['web/agency', 'web/lib', 'contract'],
    neverPackages: ['node:*'],
    advice: 'agency/ is what every module knows of an agency on the screen; it stands on lib/',
  },
  {
    name: 'web/ui',
    at: ['web/src/ui/**'],
    may: ['web/ui'],
    neverPackages: ['node:*', '@agency-support/contract'],
    advice: 'ui/ knows nothing of this product; what does belongs in components/',
  },
  {
    name: 'web/components',
    at: ['web/src/components/**'],
    may: ['web/components', 'web/ui', 'web/theme', 'web/agency', 'web/lib', 'contract'],
    neverPackages: ['node:*', '@base-ui/react'],
    advice: 'components/ must not know modules or app, and takes its primitives from ui/',
  },
  {
    name: 'web module paths',
    at: ['web/src/modules/{module}/paths.ts', 'web/src/modules/{module}/help.ts'],
    may: ['web/agency', 'web/lib', 'contract'],
    neverPackages: ['node:*'],
    advice: 'paths.ts and help.ts are read by other modules, so each must not pull its own module in',
  },
  {
    name: 'web module',
    at: ['web/src/modules/{module}/**'],
    may: ['own module', 'web module paths', ...webBase],
    neverPackages: ['node:*', '@base-ui/react'],
    advice: "a module may import only another module's paths.ts and help.ts",
  },
  {
    name: 'web/app',
    at: ['web/src/app/**'],
    may: ['web/app', 'web module', 'web module paths', ...webBase],
    neverPackages: ['node:*', '@base-ui/react'],
    advice:
      'app/ joins the console and imports nothing outside web/ but the contract; primitives come from ui/',
  },
  {
    name: 'web config tests',
    at: ['web/*.test.ts'],
    may: ['web config', 'web/app', 'contract'],
    advice: 'tests of the build configuration know what it builds: the screens of app/',
  },
  {
    name: 'web config',
    at: ['web/*.ts'],
    may: ['web config', 'contract'],
    advice: 'the build configuration imports nothing of ours but its own files and the contract',
  },
]
