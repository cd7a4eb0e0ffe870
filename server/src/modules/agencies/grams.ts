import type { AgencySample } from './sample-store.ts'

const maxGrams = 3

/**
 * Pieces of three characters that a name or term must have to hold the text; a shorter text is its own piece. Of more
 * than a few the rarest that stand apart: a common piece takes the index longer than what it rules out.
 */
export function toGrams(text: string, sample: AgencySample): string[] {
  const characters = Array.from(text)
  if (characters.length <= 3) return [text]
  const grams = characters.slice(2).map((_, at) => ({ gram: characters.slice(at, at + 3).join(''), at }))
  if (grams.length <= 2) return grams.map(({ gram }) => gram)
  const rarest = grams.toSorted((one, other) => sample.countGram(one.gram) - sample.countGram(other.gram))
  const chosen: typeof grams = []
  for (const next of rarest)
    if (chosen.length < maxGrams && chosen.every(({ at }) => Math.abs(at - next.at) > 1)) chosen.push(next)
  return chosen.map(({ gram }) => gram)
}

/** How many names the index reads of a piece in the time that one name takes to be fetched. */
const readsPerFetch = 100

/** The pieces for the index of names: those that take it less time than the names that they may rule out. */
export function toNameGrams(text: string, sample: AgencySample): string[] {
  let left = sample.total
  return toGrams(text, sample).filter((gram, at) => {
    const names = sample.countGram(gram)
    if (at > 0 && names > left * readsPerFetch) return false
    left *= names / sample.total
    return true
  })
}
