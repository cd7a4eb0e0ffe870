import type { ServerField } from '@agency-support/contract/call'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Methods that no-schemas.ts rejects; a chain that uses them is left as written. */
const refused = /parse|decode|encode/i
/** Methods that only schemas have, whatever the chain starts with: `wholeNumber('page', 1, 9).describe('…')`. */
const ofSchemas = new Set(['describe', 'extend', 'nullable', 'optional'])
/** Code of the console that reads one of these does not compile: it knows a call as `ClientCall`. */
const forServer: Readonly<Record<ServerField, true>> = {
  about: true,
  event: true,
  judged: true,
  maxBody: true,
  needs: true,
  outside: true,
  rate: true,
  recent: true,
  replica: true,
}
/** The field that stays of calls made only by agencies' or providers' software: file formats are parts of it. */
const keptOfSoftware = 'input'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value']) : '')

/** Whether an expression is a schema: made from `z`, whatever the arguments of its calls, or by a schema method. */
function isSchema(node: Node): boolean {
  if (node.type === 'Identifier') return node['name'] === 'z'
  if (node.type === 'CallExpression') {
    const { callee } = node
    return isNode(callee) && (isSchema(callee) || isOfSchemas(callee))
  }
  if (node.type !== 'MemberExpression' || node['computed'] === true) return false
  const { object, property } = node
  return !refused.test(nameOf(property)) && isNode(object) && isSchema(object)
}

/** `event('agencies.renamed', 'Name changed')`: pages have the table of event-table.ts instead. */
const isEvent = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee.type === 'Identifier' && nameOf(callee) === 'event'

const isOfSchemas = ({ type, computed, property }: Node): boolean =>
  type === 'MemberExpression' && computed !== true && ofSchemas.has(nameOf(property))

/** A range of a file and its replacement. */
interface Replaced {
  start: number
  end: number
  by: string
}

/** `const Reason = exactText('reason', 500)`: only schemas have capitalised names. */
const isNamedSchema = ({ type, id, init }: Node): boolean =>
  type === 'VariableDeclarator' &&
  /^[A-Z][a-z]/.test(nameOf(id)) &&
  isNode(init) &&
  init.type === 'CallExpression'

/** The fields of a call, or of a part shared by several; undefined for any other object. */
function findFields(node: Node): Node[] | undefined {
  if (node.type !== 'ObjectExpression') return undefined
  const fields = node['properties'] as Node[]
  const names = new Set(fields.map(({ key }) => nameOf(key)))
  return names.has('about') && (names.has('at') || names.has('access')) ? fields : undefined
}

/** Whether pages never make a call with these fields. */
const isOfSoftware = (fields: readonly Node[]): boolean =>
  fields.some(({ key, value }) => nameOf(key) === 'access' && ['agent', 'provider'].includes(nameOf(value)))

/** Whether only the server reads a field. Pages have to know which calls anyone may make, and no other access. */
const isForServer = (name: string, value: unknown): boolean =>
  name === 'access'
    ? isNode(value) && value.type === 'Literal' && value['value'] !== 'anyone'
    : Object.hasOwn(forServer, name)

/** The outermost schema expressions and server-only call fields, in file order. */
function findUnused(value: unknown, found: Replaced[] = []): Replaced[] {
  if (Array.isArray(value)) for (const one of value) findUnused(one, found)
  if (!isNode(value)) return found
  if (value.type !== 'Identifier' && isSchema(value)) found.push({ ...value, by: 'z' })
  else if (isEvent(value)) found.push({ ...value, by: 'null' })
  else if (isNamedSchema(value)) found.push({ ...(value['init'] as Node), by: 'z' })
  else findUnusedIn(value, found)
  return found
}

function findUnusedIn(node: Node, found: Replaced[]): void {
  const fields = findFields(node)
  if (fields === undefined) {
    for (const one of Object.values(node)) findUnused(one, found)
    return
  }
  const software = isOfSoftware(fields)
  for (const [at, field] of fields.entries()) {
    const name = nameOf(field['key'])
    const isUnused = isForServer(name, field['value']) || (software && name !== '' && name !== keptOfSoftware)
    // Including the comma after it.
    if (isUnused) found.push({ start: field.start, end: fields[at + 1]?.start ?? field.end, by: '' })
    else findUnused(field, found)
  }
}

/** Without imports of what only schemas used, whose files would be loaded with every call of the module. */
const withoutUnusedImports = (code: string): string =>
  code.replace(/^import \{([^}]*)\} from ["']\.[^"']*["'];?$/gm, (statement, list: string) => {
    const rest = code.replace(statement, '')
    const names = list.split(',').map((one) => one.trim().split(' as ').at(-1) ?? '')
    return names.some((name) => name !== '' && new RegExp(`\\b${name}\\b`).test(rest)) ? statement : ''
  })

const hasUnused = /^import \{ z \} from ["']zod["']|\babout:/m

/**
 * Replaces all schemas of the contract by `z`, and removes the call fields that only the server reads. With
 * no-schemas.ts in place of zod all schemas are the same inert value, so only the size of the code changes.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler(code) {
        if (!hasUnused.test(code)) return null
        let short = ''
        let from = 0
        for (const { start, end, by } of findUnused(this.parse(code).body)) {
          short += `${code.slice(from, start)}${by}`
          from = end
        }
        return { code: withoutUnusedImports(short + code.slice(from)), map: null }
      },
    },
  }
}
