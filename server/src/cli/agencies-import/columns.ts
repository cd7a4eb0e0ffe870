import { agencyStatuses, regionNames } from '@agency-support/contract/modules/agencies'
import { CliProblem } from '../cli.ts'

/** Why a value cannot be taken; follows the column's name in the message. */
export class BadValue {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** A column of the file: the table's column and how its text is read. */
interface Column {
  column: string
  read(text: string): string | number | boolean | BadValue
}

const largestPool = 2_147_483_647
const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

function wholeNumber(text: string, least: number, most: number): number | BadValue {
  const digits = text.trim()
  if (digits === '') return new BadValue('is missing')
  if (!/^[0-9]+$/.test(digits)) return new BadValue(`${quoted(text)} is not a number`)
  const number = Number(digits)
  return number >= least && number <= most
    ? number
    : new BadValue(`${quoted(text)} is not from ${least} to ${most}`)
}

function oneLine(text: string, most: number): string | BadValue {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
  if (/\p{Cc}/u.test(line)) return new BadValue(`${quoted(line)} holds a control character`)
  return line.length <= most ? line : new BadValue(`${quoted(line)} is longer than ${most} characters`)
}

const yes = new Set(['true', '1', 'yes'])
const no = new Set(['false', '0', 'no'])

function yesOrNo(text: string): boolean | BadValue {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : new BadValue(`${quoted(text)} is not true or false`)
}

function statusOf(text: string): number | BadValue {
  const word = text.trim().toLowerCase()
  const known = agencyStatuses.find(
    ({ value, label }) => String(value) === word || label.toLowerCase() === word,
  )
  return known?.value ?? new BadValue(`${quoted(text)} is not a status`)
}

/** The columns an import knows, by the names in the header. */
export const columns = {
  agencyId: { column: 'agency_id', read: (text) => wholeNumber(text, 1, 99_999_999) },
  name: { column: 'name', read: (text) => oneLine(text, 100) },
  versionDisplay: { column: 'version_display', read: (text) => oneLine(text, 40) },
  isOnline: { column: 'is_online', read: yesOrNo },
  regionId: {
    column: 'region_id',
    read: (text) => wholeNumber(text, 0, Object.keys(regionNames).length - 1),
  },
  poolId: { column: 'pool_id', read: (text) => wholeNumber(text, 0, largestPool) },
  status: { column: 'status', read: statusOf },
} as const satisfies Record<string, Column>

export type ColumnName = keyof typeof columns

/** The columns in the order of the table, without the id. */
export const valueColumns = Object.keys(columns).filter((name) => name !== 'agencyId') as Exclude<
  ColumnName,
  'agencyId'
>[]

const known = Object.keys(columns) as ColumnName[]

/** The header's columns in the file's order; throws a sentence when it cannot be used. */
export function readHeader(fields: readonly string[]): ColumnName[] {
  const names = fields.map((field) => {
    const name = known.find((one) => one.toLowerCase() === field.trim().toLowerCase())
    if (name === undefined)
      throw new CliProblem(`line 1: unknown column ${quoted(field)}; known are ${known.join(', ')}`)
    return name
  })
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new CliProblem(`line 1: the column ${twice} appears twice`)
  if (!names.includes('agencyId')) throw new CliProblem('line 1: the column agencyId is missing')
  return names
}
