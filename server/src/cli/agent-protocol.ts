import { newestProtocol } from '@agency-support/contract/rules/agent-protocol'
import { countOf } from '@agency-support/contract/rules/count-of'
import { readProtocols, retireProtocol } from '../modules/agency-commands/public.ts'
import { type Cli, auditContext, CliProblem, printLine, printResult, type Typed, type Verb } from './cli.ts'

async function list(cli: Cli): Promise<void> {
  const spoken = await readProtocols(cli.db.read, cli.clock.now())
  const lines = spoken.map(({ protocol, agencies, lately, retires_on: day }) => {
    const newest = protocol === newestProtocol ? ', the newest' : ''
    const end = day === null ? '' : ` Ends on ${day}.`
    return `Version ${protocol}${newest}: spoken by the software of ${countOf(agencies, 'agency', 'agencies')}, ${lately} of them heard of in the last day.${end}`
  })
  const none = [`No software was heard of. The newest version is ${newestProtocol}.`]
  const versions = spoken.map(({ protocol: version, agencies, lately, retires_on: retiresOn }) => {
    return { version, agencies, lately, retiresOn }
  })
  printResult(cli, { newest: newestProtocol, versions }, lines.length === 0 ? none : lines)
}

async function retire(cli: Cli, { words, options }: Typed): Promise<void> {
  const [typed = '', day = null] = words
  const isKept = options['keep'] === true
  if (isKept !== (day === null)) throw new CliProblem('Give either a day such as 2027-03-31, or --keep.')
  const version = /^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN
  if (Number.isNaN(version)) throw new CliProblem(`"${typed}" is not a version. Nothing was changed.`)
  const outcome = await retireProtocol(cli.db, { version, day }, auditContext(cli))
  if (typeof outcome === 'string') throw new CliProblem(`${outcome} Nothing was changed.`)
  const now = day === null ? 'goes on' : `ends on ${day}`
  printLine(
    cli,
    outcome ? `Version ${version} ${now}.` : `Version ${version}: nothing was changed, it ${now} already.`,
  )
}

/** Versions of the agents' protocol on the command line. */
export const agentProtocolVerbs: Readonly<Record<string, Verb>> = {
  'agencies protocols': {
    usage: '',
    about:
      'Show which versions of the agents’ protocol are spoken, by how many agencies, and which of them end.',
    options: {},
    words: [0, 0],
    json: true,
    run: (_typed, cli) => list(cli),
  },
  'agencies retire-protocol': {
    usage: 'VERSION (YYYY-MM-DD | --keep)',
    about:
      'Set the day on which a version of the agents’ protocol ends, which the agencies concerned show; --keep lets it go on.',
    options: { keep: { type: 'boolean' } },
    words: [1, 2],
    run: (typed, cli) => retire(cli, typed),
  },
}
