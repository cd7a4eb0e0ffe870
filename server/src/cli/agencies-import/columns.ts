import { agencyStatuses, regionNames } from '@agency-support/contract/modules/agencies'
import {
  allDomains,
  maxAgencyType,
  maxPool,
  onboardingStatuses,
  parseTimeZone,
} from '@agency-support/contract/rules/agency-facts'
import { findUnseen } from '@agency-support/contract/rules/characters'
import { shorten } from '@agency-support/contract/rules/shorten'
import type { StagedName } from '../../jobs/agency-import/merge.ts'
import { CliProblem } from '../cli.ts'

/** Why a value is invalid; follows the column's name in messages. */
export class BadValue {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

type Value = string | number | boolean

/** Text for a message: quoted, shortened, and with invisible characters escaped. */
function quoted(text: string): string {
  return JSON.stringify(shorten(text, 60)).replace(invisible, (sign) => `\\u{${formatCode(sign)}}`)
}

// Bidi and zero-width characters make different names look the same.
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const formatCode = (sign: string): string => (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')

function wholeNumber(text: string, min: number, max: number): number | BadValue {
  if (/^-?[0-9]*\.[0-9]+$/.test(text)) return new BadValue(`${quoted(text)} is not a whole number`)
  if (!/^-?[0-9]+$/.test(text)) return new BadValue(`${quoted(text)} is not a number`)
  const number = Number(text)
  return number >= min && number <= max
    ? number
    : new BadValue(`${quoted(text)} is not from ${min} to ${max}`)
}

function oneLine(text: string, max: number): string | BadValue {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  if (/\p{Cc}/u.test(line)) return new BadValue(`${quoted(line)} holds a control character`)
  const unseen = findUnseen(line)
  if (unseen !== undefined)
    return new BadValue(`${quoted(line)} holds an invisible character, U+${formatCode(unseen).toUpperCase()}`)
  return line.length <= max ? line : new BadValue(`${quoted(line)} is longer than ${max} characters`)
}

const yes = new Set(['true', 't', '1', 'yes'])
const no = new Set(['false', 'f', '0', 'no'])

function yesOrNo(text: string): boolean | BadValue {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : new BadValue(`${quoted(text)} is not true or false`)
}

/** Reads a code by its number or its name. */
function oneOf(
  what: string,
  codes: readonly { value: number; label: string }[],
): (text: string) => number | BadValue {
  return (text) => {
    const word = text.toLowerCase()
    const known = codes.find(({ value, label }) => String(value) === word || label.toLowerCase() === word)
    return known?.value ?? new BadValue(`${quoted(text)} is not ${what}`)
  }
}

const toOnboarding = oneOf(
  'an onboarding status',
  onboardingStatuses.map(({ id, name }) => ({ value: id, label: name })),
)

function toTimeZone(text: string): string | BadValue {
  return parseTimeZone(text) ?? new BadValue(`${quoted(text)} is not a time zone, such as America/Chicago`)
}

/** The columns of an import by header name, and how to read a cell's text, which is trimmed and not empty. */
export const columns: Readonly<Record<'agencyId' | StagedName, (text: string) => Value | BadValue>> = {
  agencyId: (text) => wholeNumber(text, 1, 99_999_999),
  name: (text) => oneLine(text, 100),
  versionDisplay: (text) => oneLine(text, 40),
  isOnline: yesOrNo,
  regionId: (text) => wholeNumber(text, 0, Object.keys(regionNames).length - 1),
  poolId: (text) => wholeNumber(text, 0, maxPool),
  status: oneOf('a status', agencyStatuses),
  agencyType: (text) => wholeNumber(text, 0, maxAgencyType),
  domains: (text) => wholeNumber(text, 0, allDomains),
  onboardingStatus: toOnboarding,
  timeZoneId: toTimeZone,
  mainContact: (text) => oneLine(text, 100),
}

export type ColumnName = keyof typeof columns

const known = Object.keys(columns) as ColumnName[]
const separators: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs' }

/** The header's columns in the file's order; throws a sentence if it is unusable. */
export function readHeader(line: number, fields: readonly string[]): ColumnName[] {
  const refuse = (why: string): never => {
    throw new CliProblem(`line ${line}: ${why}`)
  }
  const names = fields.map((field) => {
    const name = known.find((one) => one.toLowerCase() === field.trim().toLowerCase())
    const unknown = `unknown column ${quoted(field)}; known are ${known.join(', ')}`
    return name ?? refuse(whyNotCommas(fields) ?? unknown)
  })
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) refuse(`the column ${twice} appears twice`)
  if (!names.includes('agencyId')) refuse('the column agencyId is missing')
  return names
}

/** Spreadsheets in many European countries write semicolons into CSV files. */
function whyNotCommas([only = '', ...others]: readonly string[]): string | undefined {
  const sign = Object.keys(separators).find((one) => others.length === 0 && only.includes(one))
  return sign === undefined
    ? undefined
    : `the columns are separated by ${separators[sign] ?? ''}; save the file with commas between them`
}
