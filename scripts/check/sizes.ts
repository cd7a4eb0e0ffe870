import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { matchPath } from './path-pattern.ts'
import { readRepository } from '../repository.ts'

const maxFileLines = 350
const maxFunctionLines = 60

/** Generated files, and files that must not change once released. */
const exempt = ['server/src/db/types.ts', 'server/src/db/migrations/**']

/** Files and functions over the size limits, as sentences; `files` maps paths to sources. */
export function findSizeProblems(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, source]) => {
    if (exempt.some((pattern) => matchPath(pattern, path) !== undefined)) return []
    const lines = source.replace(/\n$/, '').split('\n').length
    const file =
      lines > maxFileLines ? [`${path} has ${lines} lines of at most ${maxFileLines}; split it`] : []
    return [...file, ...(/\.(tsx?|mjs)$/.test(path) ? longFunctions(path, source) : [])]
  })
}

interface Span {
  readonly start: number
  readonly end: number
}

function longFunctions(path: string, source: string): string[] {
  const groups = new Set<number>()
  const names = new Map<number, string>()
  const found: Span[] = []
  const enter = (node: Span) => void found.push(node)
  new Visitor({
    // A group of tests may be longer than a function; its tests are measured.
    CallExpression: ({ callee, arguments: given }) => {
      if (isGroup(callee)) for (const { start } of given) groups.add(start)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null) names.set(init.start, id.name)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value.start, key.name)
    },
    MethodDefinition: ({ key, value }) => {
      names.set(value.start, source.slice(key.start, key.end))
    },
    FunctionDeclaration: (node) => {
      if (node.id !== null) names.set(node.start, node.id.name)
      enter(node)
    },
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
  }).visit(parseSync(path, source).program)
  return found
    .filter(({ start }) => !groups.has(start))
    .map(({ start, end }) => ({
      name: names.get(start) ?? 'a function',
      at: toLine(source, start),
      lines: toLine(source, end) - toLine(source, start) + 1,
    }))
    .filter(({ lines }) => lines > maxFunctionLines)
    .map(
      ({ name, at, lines }) =>
        `${path}:${at} ${name} has ${lines} lines of at most ${maxFunctionLines}; give its parts names of their own`,
    )
}

function isGroup(callee: Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'describe'
  if (callee.type === 'CallExpression') return isGroup(callee.callee)
  if (callee.type !== 'MemberExpression' || callee.computed) return false
  return callee.property.name === 'describe' || isGroup(callee.object)
}

function toLine(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

/** Problems of this repository's own sources. */
export function findOwnSizeProblems(): string[] {
  return findSizeProblems(readRepository(/\.(tsx?|mjs|css|sql)$/))
}
