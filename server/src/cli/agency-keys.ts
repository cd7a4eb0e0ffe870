import { rotateAgencyKey } from '../modules/agency-keys/public.ts'
import { type Cli, auditContext, CliProblem, printLine, type Verb } from './cli.ts'

async function rotate(cli: Cli, typed: string): Promise<void> {
  const agencyId = Number(typed)
  if (!/^\d{1,8}$/.test(typed) || agencyId === 0) throw new CliProblem(`"${typed}" is not an agency id.`)
  const key = await rotateAgencyKey(cli.db, agencyId, auditContext(cli))
  if (key === undefined) throw new CliProblem(`There is no agency ${agencyId}. Nothing was changed.`)
  printLine(cli, key)
  cli.err.write(
    'Shown this once. The key that the software uses, if it had one, holds for another 15 minutes.\n',
  )
}

/** The keys of the agencies' own software on the command line. */
export const agencyKeyVerbs: Readonly<Record<string, Verb>> = {
  'agencies rotate-key': {
    usage: 'ID',
    about: 'Give the software of an agency a new key and print it; the one it uses holds 15 minutes more.',
    options: {},
    words: [1, 1],
    run: ({ words: [id = ''] }, cli) => rotate(cli, id),
  },
}
