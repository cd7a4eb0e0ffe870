import { z } from 'zod'
import { hasHiddenCharacters } from './rules/hidden-characters.ts'

/** True for text that PostgreSQL can store: no lone surrogates and no NUL. */
const canBeKept = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function bounded(text: z.ZodString, what: string, most: number): z.ZodString {
  return text.max(most, textSentence(what, most)).refine(canBeKept, `${what} must be well-formed text.`)
}

const textSentence = (what: string, most: number): string => `${what} must be at most ${most} characters.`

/** Text up to a maximum length, stored exactly as it comes. */
export function exactText(what: string, most: number): z.ZodString {
  return bounded(z.string(textSentence(what, most)), what, most)
}

/** The same with surrounding spaces removed. */
export function trimmedText(what: string, most: number): z.ZodString {
  return bounded(z.string(textSentence(what, most)).trim(), what, most)
}

/** One trimmed line without hidden characters; may be empty. */
export function lineText(what: string, most: number): z.ZodString {
  return trimmedText(what, most).refine(
    (text) => !hasHiddenCharacters(text),
    `${what} must be one line of plain text.`,
  )
}

/** The same, not empty. */
export function requiredLine(what: string, most: number): z.ZodString {
  return lineText(what, most).min(1, `${what} is required.`)
}

/** A whole number within bounds. */
export function wholeNumber(what: string, least: number, most: number): z.ZodInt {
  const sentence = `${what} must be a whole number from ${least} to ${most}.`
  return z.int(sentence).min(least, sentence).max(most, sentence)
}

/** A code within known bounds; the sentence names an unknown one. */
export function knownNumber(what: string, least: number, most: number): z.ZodInt {
  const sentence = { error: notKnown(what) }
  return z.int(sentence).min(least, sentence).max(most, sentence)
}

/** The error for an unknown number. */
export function notKnown(what: string): (issue: { input: unknown }) => string {
  return ({ input }) => {
    return typeof input === 'number' ? `${what} ${input} is not known.` : `${what} is not one that is known.`
  }
}

/** The version of a record that the caller read; without it the last write wins, as documented (D-30). */
export const ReadVersion = z
  .int('Version must be a whole number.')
  .optional()
  .describe('The version that was read; without it the last write wins.')
