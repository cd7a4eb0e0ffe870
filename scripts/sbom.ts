import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isEntry, root } from './entry.ts'

/** A package in CycloneDX format. */
export interface Component {
  /** `name@version`. */
  'bom-ref': string
  name: string
  licenses?: readonly { license?: { id?: string; name?: string }; expression?: string }[]
}

/** A bill of materials, as written by npm. */
export interface Sbom {
  bomFormat: string
  specVersion: string
  components: readonly Component[]
  dependencies: readonly { ref: string; dependsOn?: readonly string[] }[]
}

/** Licences that require only their notice, and the font licence. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** Accepted exceptions by package prefix, each with its licence and the reason. */
const exceptions: Readonly<Record<string, { licence: string; why: string }>> = {
  '@img/sharp-libvips-': { licence: 'LGPL-3.0-or-later', why: 'a library of its own, linked and unchanged' },
  '@visx/vendor': { licence: 'MIT and ISC', why: 'its own code and d3’s; both are allowed' },
  'png-js': { licence: '', why: 'MIT by its LICENSE file, which its package.json does not say' },
}

function readLicences({ licenses = [] }: Component): string {
  return licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .join(' AND ')
}

/**
 * Evaluates an SPDX expression: all parts of AND, one part of OR. Ignoring brackets is enough for the expressions in
 * npm.
 */
function isAllowed(expression: string): boolean {
  const parts = expression.replaceAll(/[()]/g, '').split(' AND ')
  return parts.every((part) => part.split(' OR ').some((one) => allowed.has(one.trim())))
}

/** Packages whose licence is not allowed, as sentences. */
export function findLicenceProblems(components: readonly Component[]): string[] {
  return components.flatMap((component) => {
    const licence = readLicences(component)
    const excepted = Object.entries(exceptions).some(
      ([prefix, exception]) => component.name.startsWith(prefix) && exception.licence === licence,
    )
    if (excepted || isAllowed(licence)) return []
    return [`${component['bom-ref']} has the licence "${licence}", which is not allowed`]
  })
}

const workspaces = ['server', 'web'].flatMap((name) => ['--workspace', `@agency-support/${name}`])

function npm(...args: string[]): string {
  return execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** The packages of server and console as installed by npm, in CycloneDX, without our own. */
export function readSbom(): Sbom {
  const whole: Sbom = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx'))
  // Not `npm sbom --omit dev`: it also leaves out packages needed both here and for development.
  const needed = new Set(
    npm('ls', '--all', '--parseable', '--long', '--omit=dev', ...workspaces)
      .split('\n')
      .map((line) => line.slice(root.length).split(':'))
      .filter(([path = '']) => path.includes('node_modules/') && !path.includes('/@agency-support/'))
      .map(([, ref = '']) => ref),
  )
  return {
    ...whole,
    components: whole.components.filter((component) => needed.has(component['bom-ref'])),
    dependencies: whole.dependencies
      .filter(({ ref }) => needed.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => needed.has(one)) })),
  }
}

if (isEntry(import.meta.url)) {
  const target = resolve(process.argv[2] ?? join(root, 'dist/sbom.cdx.json'))
  const sbom = readSbom()
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${JSON.stringify(sbom, null, 2)}\n`)
  const problems = findLicenceProblems(sbom.components)
  for (const problem of problems) console.log(`✗ ${problem}`)
  console.log(`${sbom.components.length} packages (CycloneDX ${sbom.specVersion}): ${target}`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
