import { z } from 'zod'

/** True for text that PostgreSQL can keep: whole characters and no NUL. */
const canBeKept = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function bounded(text: z.ZodString, what: string, most: number): z.ZodString {
  return text.max(most, textSentence(what, most)).refine(canBeKept, `${what} must be well-formed text.`)
}

const textSentence = (what: string, most: number): string => `${what} must be at most ${most} characters.`

/** Text of at most so many characters, kept exactly as it comes. */
export function exactText(what: string, most: number): z.ZodString {
  return bounded(z.string(textSentence(what, most)), what, most)
}

/** The same without blanks around it. */
export function trimmedText(what: string, most: number): z.ZodString {
  return bounded(z.string(textSentence(what, most)).trim(), what, most)
}

/** A whole number within bounds. */
export function wholeNumber(what: string, least: number, most: number): z.ZodInt {
  const sentence = `${what} must be a whole number from ${least} to ${most}.`
  return z.int(sentence).min(least, sentence).max(most, sentence)
}

/** The version of a record that a write read; without it the last write wins, as the documents have it (D-30). */
export const ReadVersion = z
  .int('Version must be a whole number.')
  .optional()
  .describe('The version that was read; without it the last write wins.')
