import { parseSync } from 'oxc-parser'
import { readRepository } from '../repository.ts'

const forbidden: readonly { readonly found: RegExp; readonly advice: string }[] = [
  {
    found: /\b(eslint|oxlint)-(disable|enable)\b|\bbiome-ignore\b|\bprettier-ignore\b/,
    advice: 'fix the code, or change the rule for everybody',
  },
  { found: /@ts-(ignore|nocheck)\b/, advice: 'give it the right type' },
  { found: /\b(TODO|FIXME|XXX|HACK)\b/, advice: 'do it now, or write an issue' },
]

/** Comments that postpone work or disable a check, as sentences; `files` maps paths to sources. */
export function findCommentProblems(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, source]) =>
    parseSync(path, source).comments.flatMap(({ value, start }) => {
      const line = source.slice(0, start).split('\n').length
      return forbidden.flatMap(({ found, advice }) => {
        const words = found.exec(value)?.[0]
        return words === undefined ? [] : [`${path}:${line} has a comment with ${words}; ${advice}`]
      })
    }),
  )
}

/** Problems of this repository's own sources. */
export function findOwnCommentProblems(): string[] {
  return findCommentProblems(readRepository(/\.(tsx?|mjs|js)$/))
}
