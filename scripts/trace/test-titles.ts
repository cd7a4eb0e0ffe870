import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

/** A title in a test file and the requirement ids in it. */
export interface Title {
  readonly path: string
  readonly text: string
  readonly ids: readonly string[]
  /** `test` runs and may prove a row; `group` (describe) and `skipped` prove nothing. */
  readonly kind: 'test' | 'group' | 'skipped'
}

/** Titles of `test`, `it`, `test.step`, `test.each(…)` and `describe` in a file, in order. */
export function listTitles(path: string, source: string): Title[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const titles: Title[] = []
  const visit = (call: CallExpression) => {
    const names = getNames(call.callee)
    const first = call.arguments[0]
    if (names === undefined || first === undefined || first.type === 'SpreadElement') return
    const text = toText(first)
    if (text !== undefined) titles.push({ path, text, ids: parseIds(text), kind: getKind(names) })
  }
  new Visitor({ CallExpression: visit }).visit(program)
  return titles
}

/** Ids in square brackets, one or several separated by commas: `[SHELL-01] [NAV-02, NAV-03] …`. */
export function parseIds(text: string): string[] {
  return [...text.matchAll(/\[([^[\]]+)\]/g)].flatMap(([, inside = '']) => {
    const parts = inside.split(/\s*,\s*/)
    return parts.every((part) => /^[A-Z][A-Z0-9]*(-[A-Z0-9]+)*-\d+$/.test(part)) ? parts : []
  })
}

// `test.skip.each(rows)(title)` gives test, skip, each; undefined for a call that is not a test.
function getNames(callee: Expression): string[] | undefined {
  if (callee.type === 'Identifier') {
    return ['test', 'it', 'describe'].includes(callee.name) ? [callee.name] : undefined
  }
  if (callee.type === 'CallExpression') return getNames(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return getNames(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  const before = getNames(callee.object)
  return before === undefined ? undefined : [...before, callee.property.name]
}

function getKind(names: readonly string[]): Title['kind'] {
  if (names.some((name) => ['skip', 'todo', 'fixme', 'skipIf', 'runIf'].includes(name))) return 'skipped'
  return names.includes('describe') ? 'group' : 'test'
}

function toText(node: Expression): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  if (node.type !== 'BinaryExpression' || node.operator !== '+') {
    return undefined
  }
  const parts = [toText(node.left), toText(node.right)]
  return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? '…').join('')
}
