import { migrate } from '../db/migrate.ts'
import { agentCheckVerb } from './agent-check/verb.ts'
import { importVerb } from './agencies-import/verb.ts'
import { agencyKeyVerbs } from './agency-keys.ts'
import { agentProtocolVerbs } from './agent-protocol.ts'
import { agentSpecVerb } from './agent-spec.ts'
import { backupVerbs } from './backup/verbs.ts'
import { type AloneVerb, printLine, type Verb } from './cli.ts'
import { doctorVerb } from './doctor/verb.ts'
import { growVerbs } from './grow.ts'
import { journalVerbs } from './journal.ts'
import { marketplaceVerbs } from './marketplace.ts'
import { reportVerbs } from './reports.ts'
import { secretVerbs } from './secrets.ts'
import { staffVerbs } from './staff/verbs.ts'
import { switchVerbs } from './switch.ts'

const migrateVerb: Verb = {
  usage: '',
  about: 'Bring the database to the schema of this release; the server does so too, before it listens.',
  options: {},
  words: [0, 0],
  needs: 'database',
  run: async (_typed, cli) => {
    await migrate(cli.databaseUrl, {
      newer: cli.allowNewerSchema,
      waiting: () => cli.err.write('Another process is migrating the database; waiting for it.\n'),
    })
    printLine(cli, 'The database is up to date.')
  },
}

/** Everything the command line can do, by the words that call it. */
export const verbs: Readonly<Record<string, Verb | AloneVerb>> = {
  'agencies import': importVerb,
  ...agencyKeyVerbs,
  ...agentProtocolVerbs,
  ...staffVerbs,
  ...switchVerbs,
  ...journalVerbs,
  ...secretVerbs,
  ...marketplaceVerbs,
  ...reportVerbs,
  ...growVerbs,
  ...backupVerbs,
  doctor: doctorVerb,
  'agent-check': agentCheckVerb,
  'agent-spec': agentSpecVerb,
  migrate: migrateVerb,
}

/** All verbs, or those that begin with one word, with what follows them and what they do. */
export function usageText(first?: string): string {
  const lines = Object.entries(verbs)
    .filter(([words]) => first === undefined || words.startsWith(`${first} `))
    .map(([words, verb]) => `  ${formatUsage(words, verb)}\n      ${verb.about}`)
  return `Verbs:\n${lines.join('\n')}\n`
}

/** One verb as it is typed. */
export function formatUsage(words: string, { usage, json }: Pick<Verb, 'usage' | 'json'>): string {
  return [words, usage, json === true ? '[--json]' : ''].filter((part) => part !== '').join(' ')
}
