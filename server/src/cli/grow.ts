import { growHistory } from '../modules/marketplace/public.ts'
import { findMember } from '../modules/staff/public.ts'
import { type Cli, CliProblem, say, type Typed, type Verb } from './cli.ts'

const maxEvents = 100_000_000
const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000
/** The account that every sandbox begins with, and no installation has. */
const sandboxAccount = 'admin@support.test'

function readEvents(options: Typed['options']): number {
  const text = typeof options['events'] === 'string' ? options['events'] : '1000000'
  const events = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (events < 1 || events > maxEvents)
    throw new CliProblem(`The option --events must be a whole number from 1 to ${maxEvents}.`)
  return events
}

async function grow({ options }: Typed, cli: Cli): Promise<void> {
  const events = readEvents(options)
  const account = await findMember(cli.db.read, sandboxAccount)
  if (account === undefined)
    throw new CliProblem(`This is no database of a sandbox: nobody there is called ${sandboxAccount}.`)
  const began = performance.now()
  const to = cli.clock.now()
  const from = new Date(to.getTime() - twoYearsMs)
  await growHistory(cli.db.write, { events, from, to }, (added) => {
    if (added % 250_000 === 0) say(cli, `${added} subscription events.`)
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(cli, `Added ${events} subscription events of two years in ${seconds} s.`)
}

/** What makes a sandbox as large as an installation becomes. */
export const growVerbs: Readonly<Record<string, Verb>> = {
  'sandbox grow': {
    usage: '[--events N]',
    about:
      'Add N (1000000) subscription events of two years to the database of a sandbox, to measure reports by.',
    options: { events: { type: 'string' } },
    words: [0, 0],
    run: grow,
  },
}
