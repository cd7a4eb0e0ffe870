import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** What no-schemas.ts answers with an error; a chain that asks for it stays as it is written. */
const refused = /parse|decode|encode/i

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Whether an expression is made from `z` alone: `z.string().min(1)`, whatever is handed to its calls. */
function isSchema(node: Node): boolean {
  if (node.type === 'Identifier') return node['name'] === 'z'
  if (node.type === 'CallExpression') return isNode(node['callee']) && isSchema(node['callee'])
  if (node.type !== 'MemberExpression' || node['computed'] === true) return false
  const { object, property } = node
  const isRefused = !isNode(property) || refused.test(String(property['name']))
  return !isRefused && isNode(object) && isSchema(object)
}

/** `about: 'List …'`: the sentence of a call in the documentation of the API. */
function isAbout({ type, key, value }: Node): boolean {
  return (
    type === 'Property' && isNode(key) && key['name'] === 'about' && isNode(value) && value.type === 'Literal'
  )
}

/** A stretch of a file, and what is written in its place. */
interface Replaced {
  start: number
  end: number
  by: string
}

/** The outermost expressions that are schemas and the sentences about calls, in the order of the file. */
function findUnused(value: unknown, found: Replaced[] = []): Replaced[] {
  if (Array.isArray(value)) for (const one of value) findUnused(one, found)
  else if (isNode(value) && value.type !== 'Identifier' && isSchema(value)) found.push({ ...value, by: 'z' })
  else if (isNode(value) && isAbout(value)) {
    const { start, end } = value['value'] as Node
    found.push({ start, end, by: "''" })
  } else if (isNode(value)) for (const one of Object.values(value)) findUnused(one, found)
  return found
}

const hasUnused = /^import \{ z \} from ["']zod["']|\babout:/m

/**
 * Writes `z` for every schema of the contract. With no-schemas.ts in the place of zod they all are the same inert value,
 * so nothing changes but what a browser receives and runs: the fields of a call, each with its sentence. The sentence of
 * the call itself goes as well.
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
        return { code: short + code.slice(from), map: null }
      },
    },
  }
}
