import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** One import, export-from or `import()` of a file. */
export interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
  /** True for `export … from`, and for exporting an imported name. */
  readonly reExport: boolean
}

const workspaces: readonly string[] = ['contract', 'server', 'web', 'sandbox']
const scope = '@agency-support/'

/** All imports of a source; throws with the place if it does not parse. */
export function listImports(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const reExported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest === null
        ? []
        : [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType, reExport: true }],
    ),
  )
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    reExport: false,
  }))
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(text)?.[2]
    return literal === undefined ? [] : [{ specifier: literal, typeOnly: false, reExport: false }]
  })
  return [...imported, ...reExported, ...dynamic]
}

/** True if a source consists only of `export … from`. */
export function isOnlyReExports(path: string, source: string): boolean {
  return parseSync(path, source).program.body.every(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
  )
}

/** Repository path of a specifier, or undefined for an external package. */
export function findTarget(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.join(posix.dirname(from), bare)
  if (!bare.startsWith(scope)) return undefined
  const [workspace = '', ...rest] = bare.slice(scope.length).split('/')
  return `${workspace}/src/${rest.length === 0 ? 'index' : rest.join('/')}.ts`
}

/** Name of the package in a specifier: `zod/v4` is `zod`, `node:fs/promises` is `node:*`. */
export function getPackage(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:*'
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

/** The workspace of a path, `''` for the root package. */
export function getWorkspace(path: string): string {
  const first = path.split('/')[0] ?? ''
  return workspaces.includes(first) ? first : ''
}

/** One shortest cycle per strongly connected group of files, with the first file repeated at the end. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const seen = new Set<string>()
  const cycles: string[][] = []
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue
    const cycle = shortestWayBack(graph, start)
    if (cycle === undefined) continue
    for (const path of cycle) seen.add(path)
    cycles.push(cycle)
  }
  return cycles
}

function shortestWayBack(graph: ReadonlyMap<string, readonly string[]>, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of graph.get(at) ?? []) {
      if (next === start) return wayTo(at, start, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [start]
  for (let at = end; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at)
  return [start, ...way]
}
