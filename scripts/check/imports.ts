import { readRepository } from '../repository.ts'
import {
  findCycles,
  type Import,
  listImports,
  isOnlyReExports,
  getPackage,
  findTarget,
  getWorkspace,
} from './import-graph.ts'
import { barrels, moreTestPackages, publicApi, testExtras, testPackages, zones } from './import-rules.ts'
import { matchPath } from './path-pattern.ts'
import type { Zone } from './zone.ts'

interface Place {
  readonly zone: Zone
  readonly module: string | undefined
}

/** The file whose imports are checked, and what the package.json files declare. */
interface Importer {
  readonly path: string
  readonly place: Place
  readonly declared: Declared
}

/**
 * Violations of the import rules, as sentences that say what to do. `files` maps repository paths to texts and
 * contains the package.json files too.
 */
export function findImportProblems(files: ReadonlyMap<string, string>): string[] {
  const declared = readDeclared(files)
  const graph = new Map<string, string[]>()
  const problems: string[] = []
  for (const [path, source] of files) {
    if (!isSource(path)) continue
    const imports = listImports(path, source)
    graph.set(
      path,
      imports.flatMap(({ specifier }) => {
        const target = findTarget(path, specifier)
        return target !== undefined && files.has(target) ? [target] : []
      }),
    )
    problems.push(...problemsOfFile(path, imports, declared))
    if (matchPath(publicApi, path) !== undefined && !isOnlyReExports(path, source))
      problems.push(`${path} does more than re-export; declare it in service.ts`)
  }
  const cycles = findCycles(graph).map(
    (cycle) => `import cycle: ${cycle.join(' → ')}; move what they share into a file of its own`,
  )
  const circles = findCycles(moduleGraph(graph)).map(
    (circle) =>
      `modules import each other: ${circle.join(' → ')}; hand in what one needs where handlers.ts joins them, or move what they share`,
  )
  return [...new Set([...problems, ...cycles, ...circles])]
}

/** Which server modules import which others; tests do not count. */
function moduleGraph(files: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const modules = new Map<string, string[]>()
  for (const [path, targets] of files) {
    const from = findModule(path)
    if (from === undefined || isTest(path)) continue
    const others = targets.flatMap((target) => findModule(target) ?? []).filter((to) => to !== from)
    modules.set(from, [...(modules.get(from) ?? []), ...others])
  }
  return modules
}

function findModule(path: string): string | undefined {
  return matchPath('server/src/modules/{module}/**', path)?.['module']
}

function problemsOfFile(path: string, imports: readonly Import[], declared: Declared): string[] {
  const place = toPlace(path)
  if (place === undefined) {
    return [`${path} lies in no zone; move it into one, or add a zone in scripts/check/import-rules.ts`]
  }
  const importer = { path, place, declared }
  const problems = imports.flatMap((one) => {
    const target = findTarget(path, one.specifier)
    return target === undefined ? packageProblems(importer, one) : zoneProblems(importer, one, target)
  })
  const barrel = barrels.some((pattern) => matchPath(pattern, path) !== undefined)
  if (
    !barrel &&
    imports.some(({ reExport, specifier }) => reExport && findTarget(path, specifier) !== undefined)
  ) {
    problems.push(`${path} re-exports; let others import from the file that declares it`)
  }
  return problems
}

function zoneProblems(
  { path, place: from, declared }: Importer,
  { specifier, typeOnly }: Import,
  target: string,
): string[] {
  const to = toPlace(target)
  if (to === undefined)
    return [`${path} imports ${target}, which lies in no zone of scripts/check/import-rules.ts`]
  if (
    matchPath(publicApi, target) !== undefined &&
    from.module === to.module &&
    getWorkspace(path) === 'server'
  )
    return [
      `${path} imports its own module's public API; import the file that declares it, such as service.ts`,
    ]
  const extras = isTest(path) ? ['own module', ...(testExtras[getWorkspace(path)] ?? [])] : []
  const may = [...from.zone.may, ...(typeOnly ? (from.zone.mayTypes ?? []) : []), ...extras]
  if (getNames(from, to).some((name) => may.includes(name))) {
    const spelling = spellingProblem(path, specifier, target, declared)
    return spelling === undefined ? [] : [spelling]
  }
  const isInside = to.module !== undefined && !(from.module === to.module && sameWorkspace(path, target))
  const what = isInside ? `the inside of module ${to.module} (${target})` : target
  return [`${path} imports ${what}; ${from.zone.advice}`]
}

function getNames(from: Place, to: Place): string[] {
  const isSameTree = from.zone.name.split(/[ /]/)[0] === to.zone.name.split(/[ /]/)[0]
  const isOwn = isSameTree && from.module !== undefined && from.module === to.module
  return isOwn ? [to.zone.name, `own ${to.zone.name}`, 'own module'] : [to.zone.name]
}

function spellingProblem(
  path: string,
  specifier: string,
  target: string,
  declared: Declared,
): string | undefined {
  const here = getWorkspace(path)
  const there = getWorkspace(target)
  const relative = specifier.startsWith('.')
  if (relative && here !== there && target.startsWith(`${there}/src/`)) {
    return `${path} reaches into ${target} by a relative path; import it as @agency-support/${there}/…`
  }
  if (!relative && here === there) {
    return `${path} imports its own package as ${specifier}; use a relative path`
  }
  return relative || here === '' ? undefined : undeclared(path, getPackage(specifier), false, declared)
}

function packageProblems(
  { path, place: { zone }, declared }: Importer,
  { specifier, typeOnly }: Import,
): string[] {
  const name = getPackage(specifier)
  if (isTest(path) && testPackages.includes(name)) return []
  const isForTest = isTest(path) && moreTestPackages[getWorkspace(path)]?.includes(name) === true
  const isBanned = !isForTest && zone.neverPackages?.includes(name) === true
  if (isBanned || (zone.packages !== undefined && !zone.packages.includes(name))) {
    return [`${path} imports ${specifier}; ${zone.advice}`]
  }
  const problem = name === 'node:*' ? undefined : undeclared(path, name, typeOnly, declared)
  return problem === undefined ? [] : [problem]
}

interface Declared {
  readonly runtime: ReadonlyMap<string, ReadonlySet<string>>
  readonly any: ReadonlyMap<string, ReadonlySet<string>>
}

function undeclared(path: string, name: string, typeOnly: boolean, declared: Declared): string | undefined {
  const workspace = getWorkspace(path)
  const isShipped = path.startsWith(`${workspace}/src/`) && !isTest(path) && !typeOnly
  const known = (isShipped ? declared.runtime : declared.any).get(workspace)
  if (known === undefined || known.has(name)) return undefined
  if (!isShipped && declared.any.get('')?.has(name) === true) return undefined
  const manifest = workspace === '' ? 'package.json' : `${workspace}/package.json`
  return `${path} imports ${name}, which ${manifest} does not declare${isShipped ? ' under dependencies' : ''}; declare the exact version there`
}

function readDeclared(files: ReadonlyMap<string, string>): Declared {
  const runtime = new Map<string, Set<string>>()
  const any = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    if (path !== 'package.json' && !/^[a-z]+\/package\.json$/.test(path)) continue
    const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>
    const names = (field: string) => Object.keys(manifest[field] ?? {})
    const shipped = [...names('dependencies'), ...names('optionalDependencies')]
    runtime.set(getWorkspace(path), new Set(shipped))
    any.set(getWorkspace(path), new Set([...shipped, ...names('devDependencies')]))
  }
  return { runtime, any }
}

function toPlace(path: string): Place | undefined {
  for (const zone of zones) {
    for (const pattern of zone.at) {
      const match = matchPath(pattern, path)
      if (match !== undefined) return { zone, module: match['module'] }
    }
  }
  return undefined
}

function sameWorkspace(a: string, b: string): boolean {
  return getWorkspace(a) === getWorkspace(b)
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path)
}

function isTest(path: string): boolean {
  return /\.(test|test-d)\.tsx?$/.test(path)
}

/** Problems of this repository itself. */
export function findOwnImportProblems(): string[] {
  return findImportProblems(readRepository(/\.tsx?$|(^|\/)package\.json$/))
}
