import { foldText, hasWordBeginning, idDigits } from '@agency-support/contract/rules/search'
import type { Entry } from './entry.ts'

/** What was typed into the palette, taken apart. */
export interface Question {
  /** `>` asks for actions only, `?` for help topics only. */
  only: 'actions' | 'help' | null
  /** As typed, without the sign in front. */
  text: string
  folded: string
  /** The agency that was typed as digits, padded or not, or undefined. */
  agencyId: number | undefined
  /** True for digits alone: an id that is being typed, whose zeros in front name no agency yet. */
  isDigits: boolean
  /** True for all eight digits of an id, after which nothing more is typed. */
  isWholeId: boolean
}

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

/** How well an entry answers: 2 a word of its label begins so, 1 another word for it does, 0 not at all. */
export function rank({ label, also = '' }: Pick<Entry, 'label' | 'also'>, { folded }: Question): 0 | 1 | 2 {
  if (hasWordBeginning(foldText(label), folded)) return 2
  return hasWordBeginning(foldText(also), folded) ? 1 : 0
}
