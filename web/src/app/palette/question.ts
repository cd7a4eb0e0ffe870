import { foldText, hasWordBeginning, idDigits } from '@agency-support/contract/rules/search'
import type { Entry } from './entry.ts'

/** The text typed into the palette, parsed. */
export interface Question {
  /** `>` asks for actions only, `?` for help topics only. */
  only: 'actions' | 'help' | null
  /** As typed, without the leading sign. */
  text: string
  folded: string
  /** The agency id if digits were typed, padded or not; otherwise undefined. */
  agencyId: number | undefined
  /** True for digits only: an id being typed, whose leading zeros do not identify an agency yet. */
  isDigits: boolean
  /** True for all eight digits of an id, after which no more typing is expected. */
  isWholeId: boolean
}

/** Parses the text typed into the palette. */
export function readQuestion(typed: string): Question {
  const trimmed = typed.trim()
  const sign = trimmed.charAt(0)
  const only = sign === '>' ? 'actions' : sign === '?' ? 'help' : null
  const text = only === null ? trimmed : trimmed.slice(1).trim()
  const digits = only === null ? idDigits(text) : undefined
  const agencyId = digits === undefined ? undefined : Number(digits)
  return {
    only,
    text,
    folded: foldText(text),
    agencyId: agencyId === 0 ? undefined : agencyId,
    isDigits: digits !== undefined,
    isWholeId: (agencyId ?? 0) > 0 && digits?.length === 8,
  }
}

type Words = Pick<Entry, 'label' | 'also'>

/** Cached because entries stay the same between letters, and folding a text costs more than searching it. */
const foldedWords = new WeakMap<Words, { label: string; also: string }>()

function foldWords(entry: Words): { label: string; also: string } {
  const known = foldedWords.get(entry)
  if (known !== undefined) return known
  const folded = { label: foldText(entry.label), also: foldText(entry.also ?? '') }
  foldedWords.set(entry, folded)
  return folded
}

/** How well an entry matches: 2 if a word of its label starts with the text, 1 if a synonym does, otherwise 0. */
export function rank(entry: Words, { folded }: Question): 0 | 1 | 2 {
  const { label, also } = foldWords(entry)
  if (hasWordBeginning(label, folded)) return 2
  return hasWordBeginning(also, folded) ? 1 : 0
}
