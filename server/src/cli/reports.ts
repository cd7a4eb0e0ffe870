import { padAgencyId } from '@agency-support/contract/ids'
import { countOf } from '@agency-support/contract/rules/count-of'
import { findStateDifferences } from '../modules/marketplace/public.ts'
import { type Cli, CliProblem, printResult, type Verb } from './cli.ts'

async function check(cli: Cli): Promise<void> {
  const found: { product: string; agencyId: number; columns: readonly string[] }[] = []
  for await (const { product, agencyId, columns } of findStateDifferences(cli.db.read))
    found.push({ product, agencyId, columns })
  const differences = found.length
  const lines = found.map(({ product, agencyId, columns }) => {
    const what =
      columns.length === 0 ? 'has events, but no state is stored' : `differs in ${columns.join(', ')}`
    return `${product} at agency ${padAgencyId(agencyId)} ${what}.`
  })
  printResult(
    cli,
    { differences: found },
    differences === 0 ? ['Every state is what the events say.'] : lines,
  )
  if (differences > 0)
    throw new CliProblem(
      `${countOf(differences, 'state differs', 'states differ')} from what the events say.`,
    )
}

/** The reports on the command line. */
export const reportVerbs: Readonly<Record<string, Verb>> = {
  'reports check': {
    usage: '',
    about:
      'Compute every subscription and opt-in anew from the events, and name each that is stored otherwise.',
    options: {},
    words: [0, 0],
    json: true,
    run: (_typed, cli) => check(cli),
  },
}
