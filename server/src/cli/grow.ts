import { growHistory } from '../modules/marketplace/public.ts'
import { findMember } from '../modules/staff/public.ts'
import { type Cli, CliProblem, printLine, type Typed, type Verb } from './cli.ts'
import { growAgencies } from './grow-agencies.ts'

const maxEvents = 100_000_000
const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000
/** The account that every sandbox has and no installation. */
const sandboxAccount = 'admin@support.test'

/** The minimum is enough to distribute users and events as in an installation. */
const minAgencies = 100
const maxAgencies = 5_000_000

function readAgencies({ agencies, scale = '1' }: Typed['options']): number {
  const isNumber = /^\d{1,7}$/.test(String(agencies)) && /^(0\.\d{1,6}|1)$/.test(String(scale))
  const scaled = isNumber ? Math.round(Number(agencies) * Number(scale)) : 0
  if (scaled < minAgencies || scaled > maxAgencies)
    throw new CliProblem(
      `The option --agencies, times --scale (above 0, at most 1), must be a whole number from ${minAgencies} to ${maxAgencies}.`,
    )
  return scaled
}

function readEvents(options: Typed['options']): number {
  const text = typeof options['events'] === 'string' ? options['events'] : '1000000'
  const events = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (events < 1 || events > maxEvents)
    throw new CliProblem(`The option --events must be a whole number from 1 to ${maxEvents}.`)
  return events
}

async function grow({ options }: Typed, cli: Cli): Promise<void> {
  const agencies = options['agencies'] === undefined ? undefined : readAgencies(options)
  const events = readEvents(options)
  const account = await findMember(cli.db.read, sandboxAccount)
  if (account === undefined)
    throw new CliProblem(`This is not the database of a sandbox: it has no account ${sandboxAccount}.`)
  if (agencies === undefined) await growEvents(cli, events)
  else await growAgencies(cli, agencies)
}

async function growEvents(cli: Cli, events: number): Promise<void> {
  const began = performance.now()
  const to = cli.clock.now()
  const from = new Date(to.getTime() - twoYearsMs)
  await growHistory(cli.db.write, { events, from, to }, (added) => {
    if (added % 250_000 === 0) printLine(cli, `${added} subscription events.`)
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  printLine(cli, `Added ${events} subscription events of two years in ${seconds} s.`)
}

/** Fills a sandbox to the size of a large installation. */
export const growVerbs: Readonly<Record<string, Verb>> = {
  'sandbox grow': {
    usage: '[--events N | --agencies N [--scale S]]',
    about:
      'Add N (1000000) subscription events of two years to the database of a sandbox; or N times S agencies with 2 users, 50 events and 20 journal entries each.',
    options: { events: { type: 'string' }, agencies: { type: 'string' }, scale: { type: 'string' } },
    words: [0, 0],
    run: grow,
  },
}
