import { findProblem, type Judged } from '@agency-support/contract/entries'
import {
  type AgencyMetrics,
  FileTotals,
  MultifolderFile,
  type MultifolderTokens,
} from '@agency-support/contract/modules/agency-file-shapes'
import type { FileType } from '@agency-support/contract/rules/agency-files'
import { z } from 'zod'
import { parseJson } from '../../lib/parse-json.ts'

/** The content of a file that is parsed on arrival is invalid. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The content of a file that is parsed on arrival. */
export type Content =
  | { kind: 'agencyMultifolder'; tokens: MultifolderTokens }
  | { kind: 'agencyMetrics'; totals: AgencyMetrics['totals']; judged: readonly Judged[] }
  | { kind: 'agencyConfig'; users: unknown; folders: unknown; facts: object }
  | { kind: 'kept' }

/** True for kinds of files that are parsed on arrival, and are therefore small. */
export function isRead(kind: string): boolean {
  return kind === 'agencyMultifolder' || kind === 'agencyMetrics' || kind === 'agencyConfig'
}

/** Parses the content of a file. Throws UnreadableFile with a sentence if it does not match its kind. */
export function parseContent(kind: FileType, bytes: Buffer): Content {
  if (kind === 'agencyMultifolder') return { kind, tokens: shaped(MultifolderFile, bytes) }
  if (kind === 'agencyMetrics') return parseMetrics(bytes)
  if (kind === 'agencyConfig') return parseConfig(bytes)
  return { kind: 'kept' }
}

/** Parses the totals of each known storage location separately; unknown ones are reported. */
function parseMetrics(bytes: Buffer): Content {
  const { totals: given } = shaped(MetricsFrame, bytes)
  const totals: AgencyMetrics['totals'] = {}
  const leftOut: Judged['leftOut'][number][] = []
  for (const [at, [store, value]] of Object.entries(given).entries()) {
    const problem = isStore(store) ? findProblem(FileTotals, value) : notAStore(store)
    if (problem === undefined) totals[store as Store] = FileTotals.parse(value)
    else {
      const where = isStore(store) ? `store ${store}: ${problem}` : problem
      leftOut.push({ list: 'stores', entry: at + 1, problem: where, value })
    }
  }
  const lists = { noun: 'stores', given: Object.keys(given).length, taken: Object.values(totals), leftOut }
  return { kind: 'agencyMetrics', totals, judged: leftOut.length === 0 ? [] : [lists] }
}

type Store = keyof AgencyMetrics['totals']
const stores: readonly string[] = ['0', '4', '5', '6'] satisfies readonly Store[]
const isStore = (key: string): key is Store => stores.includes(key)
const notAStore = (key: string): string =>
  /^[\w-]{1,20}$/.test(key) ? `store ${key} is not known` : 'a store is not one that is known'

/** The content of config files differs between versions: known fields are used, others ignored. */
function parseConfig(bytes: Buffer): Content {
  const { users, folderCompliance, ...facts } = shaped(ConfigFrame, bytes)
  return { kind: 'agencyConfig', users, folders: folderCompliance, facts }
}

const ConfigFrame = z.looseObject(
  { users: z.unknown().optional(), folderCompliance: z.unknown().optional() },
  'A config file must be a JSON object.',
)
const MetricsFrame = z.object(
  { totals: z.record(z.string(), z.unknown(), 'totals must be by storage location.') },
  'A metrics file must be a JSON object.',
)

function shaped<T extends z.ZodType>(shape: T, bytes: Buffer): z.output<T> {
  const result = shape.safeParse(parsed(bytes))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new UnreadableFile(
    `The file cannot be read: ${where === '' ? '' : `${where}: `}${issue?.message ?? ''}`,
  )
}

function parsed(bytes: Buffer): unknown {
  const value = parseJson(bytes.toString('utf8').replace(/^\ufeff/, ''))
  if (value === undefined) throw new UnreadableFile('The file is not JSON.')
  return value
}
