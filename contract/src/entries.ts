import { z } from 'zod'
import { canBeStored } from './fields.ts'

/** An entry of a report or file that was not understood. */
export const LeftOutEntry = z.object({
  list: z.string().describe('What the entry is one of, such as users.'),
  entry: z.int().describe('Its position in the list, from 1; 0 for the list itself.'),
  problem: z.string().describe('Why it was left out.'),
})
export type LeftOutEntry = z.infer<typeof LeftOutEntry>

/** The most left-out entries that an answer names. */
const maxNamed = 100
/** The most distinct problems that a sentence lists. */
const maxListed = 5

/** The verdicts on the entries of one list. */
export interface Judged {
  /** What the entries are, such as users. */
  noun: string
  given: number
  /** Valid entries, as received. */
  taken: readonly unknown[]
  leftOut: readonly (LeftOutEntry & { value: unknown })[]
}

/** Judges each entry of a list separately (D-107): valid ones are taken, and for the others it says why not. */
export function judgeEntries(noun: string, item: z.ZodType, given: readonly unknown[]): Judged {
  const taken: unknown[] = []
  const leftOut: (LeftOutEntry & { value: unknown })[] = []
  for (const [at, value] of given.entries()) {
    const problem = findProblem(item, value)
    if (problem === undefined) taken.push(value)
    else leftOut.push({ list: noun, entry: at + 1, problem, value })
  }
  return { noun, given: given.length, taken, leftOut }
}

/** Why a value does not match a schema, as part of a sentence; undefined if it matches. */
export function findProblem(shape: z.ZodType, value: unknown): string | undefined {
  const result = shape.safeParse(value)
  if (result.success) return undefined
  const [issue] = result.error.issues
  const field = issue?.path.findLast((part) => typeof part === 'string') ?? ''
  const text = (issue?.message ?? 'It is not valid').replace(/\.$/, '')
  // Sentences of the contract already name their field; those of zod do not.
  if (field === '' || text.startsWith(field)) return text
  return `${field}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** What was left out of lists, as a sentence: '1 of 3 users: status 4 is not known'; empty if nothing was. */
export function toSummary(lists: readonly Judged[]): string {
  return lists
    .filter(({ leftOut }) => leftOut.length > 0)
    .map(({ noun, given, leftOut }) => `${leftOut.length} of ${given} ${noun}: ${describeProblems(leftOut)}`)
    .join('; ')
}

function describeProblems(leftOut: readonly LeftOutEntry[]): string {
  const problems = [...new Set(leftOut.map(({ problem }) => problem))]
  const more = problems.length - maxListed
  return `${problems.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Leaves out further events that were valid but could not be applied; reasons by index among the valid ones. */
export function leaveOutEvents(
  judged: readonly Judged[],
  fitting: readonly unknown[],
  problems: ReadonlyMap<number, string>,
): readonly Judged[] {
  if (problems.size === 0) return judged
  const [{ given, leftOut } = { given: fitting.length, leftOut: [] }] = judged
  const gone = new Set(leftOut.map(({ entry }) => entry))
  const places = Array.from({ length: given }, (_, at) => at + 1).filter((entry) => !gone.has(entry))
  const more = [...problems].map(([at, problem]) => {
    return { list: 'events', entry: places[at] ?? 0, problem, value: fitting[at] }
  })
  return [
    {
      noun: 'events',
      given,
      taken: fitting.filter((_, at) => !problems.has(at)),
      leftOut: [...leftOut, ...more].sort((one, other) => one.entry - other.entry),
    },
  ]
}

/** The first of the entries that were left out. */
export function nameEntries(lists: readonly Judged[]): LeftOutEntry[] {
  return lists
    .flatMap(({ leftOut }) => leftOut.map(({ list, entry, problem }) => ({ list, entry, problem })))
    .slice(0, maxNamed)
}

/** True if a non-empty list has no valid entry: it then replaces nothing. */
export function isLost(lists: readonly Judged[]): boolean {
  return lists.some(({ given, taken }) => given > 0 && taken.length === 0)
}

/** The usernames in left-out entries: of users who are there, although nothing else was understood of them. */
export function leftOutUsernames(lists: readonly Judged[]): string[] {
  return lists.flatMap(({ leftOut }) =>
    leftOut.flatMap(({ value }) => {
      const { username: name } = Object(value) as { username?: unknown }
      return typeof name === 'string' && name !== '' && canBeStored(name) ? [name] : []
    }),
  )
}

/** Reads a list in a file, judging each entry; `list` is undefined if none of it is usable. */
export function readEntries<T extends z.ZodType>(
  noun: string,
  shape: z.ZodArray<T>,
  given: unknown,
): { judged: readonly Judged[]; list: z.output<T>[] | undefined } {
  const whole = shape.safeParse(given)
  if (whole.success) return { judged: [], list: whole.data }
  const entries: readonly unknown[] = Array.isArray(given) ? given : []
  const judged = judgeEntries(noun, shape.element, entries)
  const rest = shape.safeParse(Array.isArray(given) ? judged.taken : given)
  if (rest.success) return { judged: [judged], list: isLost([judged]) ? undefined : rest.data }
  const problem = (rest.error.issues[0]?.message ?? 'It is not valid.').replace(/\.$/, '')
  const all = { list: noun, entry: 0, problem, value: undefined }
  return {
    judged: [{ noun, given: Math.max(1, entries.length), taken: [], leftOut: [all] }],
    list: undefined,
  }
}
