import { importVerb } from './agencies-import/verb.ts'
import { agencyKeyVerbs } from './agency-keys.ts'
import type { Verb } from './cli.ts'
import { journalVerbs } from './journal.ts'
import { staffVerbs } from './staff/verbs.ts'
import { switchVerbs } from './switch.ts'

const migrateVerb: Verb = {
  usage: '',
  about: 'Bring the database to the schema of this build; every other verb does so first.',
  options: {},
  words: [0, 0],
  run: (_typed, cli) => {
    cli.out.write('The database is up to date.\n')
    return Promise.resolve()
  },
}

/** Everything the command line can do, by the words that call it. */
export const verbs: Readonly<Record<string, Verb>> = {
  'agencies import': importVerb,
  ...agencyKeyVerbs,
  ...staffVerbs,
  ...switchVerbs,
  ...journalVerbs,
  migrate: migrateVerb,
}

/** All verbs with what follows them and what they do. */
export function usageText(): string {
  const lines = Object.entries(verbs).map(
    ([words, { usage, about }]) => `  ${usageOf(words, usage)}\n      ${about}`,
  )
  return `Verbs:\n${lines.join('\n')}\n`
}

/** One verb as it is typed. */
export function usageOf(words: string, usage: string): string {
  return usage === '' ? words : `${words} ${usage}`
}
