import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import { root } from '../entry.ts'
import { listImports, findTarget } from '../check/import-graph.ts'

/** The tests of a part of `npm test`: all, or these files. */
export type Choice = 'all' | readonly string[]
export interface Selection {
  readonly unit: Choice
  readonly browser: Choice
}

/** Modules that a browser test covers; a test that is not listed spans modules and runs with any of them. */
export const browserTestModules: Readonly<Record<string, readonly string[]>> = {
  activity: ['activity', 'agency-users'],
  'activity-totals': ['activity'],
  agencies: ['agencies'],
  'agency-commands': ['agency-commands'],
  'agency-config': ['agencies', 'agency-keys', 'subscription'],
  'agency-detail': ['agencies'],
  'agency-downloads': ['agency-files'],
  'agency-downloads-narrow': ['agency-files'],
  'agency-files': ['agency-files'],
  'agency-health': ['agencies', 'health'],
  'agency-history': ['agencies', 'journal'],
  'agency-lookup': ['agency-files'],
  'agency-name': ['agencies'],
  'agency-seats': ['seats'],
  'agency-status': ['agencies'],
  'agency-summary': ['agency-files', 'agency-commands'],
  'agency-times': ['agency-files', 'agency-users', 'esignature', 'seats', 'texting'],
  'agency-users': ['agency-users'],
  alerts: ['alerts'],
  certificates: ['certificates'],
  email: ['email'],
  esignature: ['esignature'],
  'esignature-failures': ['esignature'],
  frames: ['frames', 'switches'],
  journal: ['journal'],
  marketplace: ['marketplace', 'marketplace-agency'],
  operations: ['operations'],
  password: ['session', 'second-factor'],
  'processed-events': ['reports', 'esignature'],
  'product-reports': ['reports'],
  'provider-lights': ['esignature', 'health', 'texting'],
  'seats-export': ['seats'],
  'seats-work': ['seats'],
  seats: ['seats'],
  'second-factor': ['second-factor', 'session'],
  'session-clock': ['session'],
  session: ['session', 'second-factor'],
  setup: ['agencies'],
  'staff-accounts': ['staff', 'second-factor'],
  staff: ['staff'],
  'tcr-reports': ['texting'],
  'temporary-users': ['agency-users'],
  texting: ['texting', 'texting-presence'],
  'texting-presence': ['texting-presence'],
}

// They join the modules, so everything that imports them would depend on every module; a module's change is not
// followed through them.
const registers: readonly RegExp[] = [
  /^contract\/src\/index\.ts$/,
  /^server\/src\/(handlers|open-app|server)\.ts$/,
  /^web\/src\/app\//,
]
const isRegister = (path: string): boolean => registers.some((pattern) => pattern.test(path))
const wholeServer = 'server/src/server.ts'
const everyCall = 'contract/src/index.ts'

const source = /\.(tsx?|mjs|css)$/
const unitTest = /^(contract|server|sandbox|scripts|web|bench)\/.*\.test\.tsx?$/
const browserTest = /^e2e\/[^/]+\.e2e\.ts$/
// Everything that a page is made of. The rules in contract/ count through the modules that use them.
const isServed = /^(contract\/src\/(?!rules\/)|server\/src\/(?!cli\/)|web\/src\/)/
const test = /\.(test|test-d|e2e)\.tsx?$/
// Not executed; only npm run check reads them.
const readByChecksOnly =
  /^docs\/|\.md$|^LICENSE$|^(biome|knip)\.json$|^\.oxlintrc\.json$|tsconfig[\w.]*\.json$/
// Read by path or by everything, or not connected by imports.
const touchesAll = (path: string): boolean =>
  /^[^/]+\.config\.ts$/.test(path) || !(source.test(path) || readByChecksOnly.test(path))

/** The tests that a change of these files can affect; `files` contains all texts of the repository by path. */
export function selectTests(files: ReadonlyMap<string, string>, changed: readonly string[]): Selection {
  if (changed.some(touchesAll)) return { unit: 'all', browser: 'all' }
  const graph = new Map([...files].map(([path, text]) => [path, listDependencies(files, path, text)]))
  const affected = listDependents(graph, changed)
  return {
    unit: selectUnit(graph, affected),
    browser: selectBrowser(files, affected, changed),
  }
}

function selectUnit(graph: Graph, affected: ReadonlySet<string>): string[] {
  const served = listModules(
    [...affected].filter((path) => /^(server|contract)\/src\//.test(path) && !test.test(path)),
  )
  const notices = (path: string): boolean => {
    if (affected.has(path)) return true
    if (served.size === 0 || !path.startsWith('server/')) return false
    // A call test does not import the server: the calls that it uses tell which modules it needs.
    const needed = dependencyClosure(graph, path)
    if (!needed.has(wholeServer)) return false
    return needed.has(everyCall) || overlaps(listModules([path, ...needed]), served)
  }
  return [...graph.keys()].filter((path) => unitTest.test(path) && notices(path)).sort()
}

function selectBrowser(
  files: ReadonlyMap<string, string>,
  affected: ReadonlySet<string>,
  changed: readonly string[],
): Choice {
  const touched = [...affected].filter((path) => isServed.test(path) && !test.test(path))
  if (touched.some((path) => findModule(path) === undefined)) return 'all'
  if (changed.some((path) => path.startsWith('sandbox/') && !test.test(path))) return 'all'
  const modules = listModules(touched)
  const notices = (path: string): boolean => {
    if (affected.has(path)) return true
    const about = browserTestModules[posix.basename(path, '.e2e.ts')]
    return modules.size > 0 && (about === undefined || overlaps(new Set(about), modules))
  }
  return [...files.keys()].filter((path) => browserTest.test(path) && notices(path)).sort()
}

function findModule(path: string): string | undefined {
  return /^(?:contract|server|web)\/src\/modules\/([\w-]+?)(?:-events|-shapes)?(?:\.ts$|\/)/.exec(path)?.[1]
}

function listModules(paths: readonly string[]): Set<string> {
  return new Set(paths.map(findModule).filter((name) => name !== undefined))
}

function overlaps(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one))
}

type Graph = ReadonlyMap<string, readonly string[]>

// Runtime imports, and files whose paths occur in the text: programs that it starts, pages that it reads.
function listDependencies(files: ReadonlyMap<string, string>, path: string, text: string): string[] {
  const imports = /\.(tsx?|mjs)$/.test(path) ? listImports(path, text) : []
  const needed = imports.flatMap(({ specifier, typeOnly }) => {
    const target = typeOnly ? undefined : findTarget(path, specifier)
    return target === undefined ? [] : [target]
  })
  const types = new Set(imports.filter(({ typeOnly }) => typeOnly).map(({ specifier }) => specifier))
  const written = [...text.matchAll(/(?:['"`]|\bfile=)([\w./-]+\.\w+)/g)]
    .map(([, named = '']) => named)
    .filter((named) => !types.has(named))
    .flatMap((named) => [posix.join(posix.dirname(path), named), posix.normalize(named)])
  return [...new Set([...needed, ...written])].filter((target) => target !== path && files.has(target))
}

/**
 * The files themselves and everything that depends on them; a module's dependents are not followed through a
 * register.
 */
function listDependents(graph: Graph, changed: readonly string[]): Set<string> {
  const dependents = new Map<string, string[]>()
  for (const [path, needed] of graph) {
    for (const target of needed) dependents.set(target, [...(dependents.get(target) ?? []), path])
  }
  const found = new Set(changed)
  // Iterating over a set includes elements added meanwhile.
  for (const path of found) {
    const next = (dependents.get(path) ?? []).filter((one) => !(isRegister(one) && findModule(path)))
    for (const dependent of next) found.add(dependent)
  }
  return found
}

// Not followed through registers, otherwise everything would depend on everything.
function dependencyClosure(graph: Graph, start: string): Set<string> {
  const found = new Set(graph.get(start))
  for (const path of found) {
    if (isRegister(path)) continue
    for (const target of graph.get(path) ?? []) found.add(target)
  }
  return found
}

/**
 * Files that differ between `ref` and the working tree, including new and deleted ones; without a ref, since this
 * branch left main.
 */
export function changedFiles(
  ref?: string,
  folder = root,
): { readonly since: string; readonly paths: string[] } {
  const since = ref ?? leftMainAt(folder)
  const changed = git(folder, 'diff', '--name-only', '--no-renames', '-z', since, '--')
  const added = git(folder, 'ls-files', '--others', '--exclude-standard', '-z')
  const paths = `${changed}${added}`.split('\0').filter((path) => path !== '')
  return { since, paths: [...new Set(paths)].sort() }
}

function leftMainAt(folder: string): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return git(folder, 'merge-base', 'HEAD', main).trim()
    } catch {
      // A clone may lack either.
    }
  }
  throw new Error('There is no branch main to compare with; say what: npm test -- changed REF')
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
