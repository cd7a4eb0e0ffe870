import { appendEntry, type NewEntry } from '../journal/append.ts'
import { listSwitches, setSwitch } from '../modules/switches/public.ts'
import { type Cli, auditContext, CliProblem, printLine, printResult, type Verb } from './cli.ts'

async function list(cli: Cli): Promise<void> {
  const switches = (await listSwitches(cli.db.read)).map(({ name, enabled }) => ({ name, enabled }))
  const lines = switches.map(({ name, enabled }) => `${name} ${enabled ? 'on' : 'off'}`)
  printResult(cli, { switches }, lines)
}

async function set(cli: Cli, name: string, to: string): Promise<void> {
  if (to !== 'on' && to !== 'off') throw new CliProblem(`A switch is set to on or off, not to "${to}".`)
  const changed = await cli.db.write.transaction().execute(async (tx) => {
    const append = (entry: NewEntry): Promise<void> => appendEntry(tx, auditContext(cli), entry)
    return setSwitch({ tx, append }, name, to === 'on')
  })
  if (changed === undefined) throw new CliProblem(`There is no switch "${name}". ${await knownSwitches(cli)}`)
  printLine(cli, changed ? `${name} is ${to}.` : `${name} was ${to} already.`)
}

async function knownSwitches(cli: Cli): Promise<string> {
  const known = await listSwitches(cli.db.read)
  return `Known are: ${known.map(({ name }) => name).join(', ')}.`
}

/** Feature switches on the command line. */
export const switchVerbs: Readonly<Record<string, Verb>> = {
  'switch list': {
    usage: '',
    about: 'Show the feature switches.',
    options: {},
    words: [0, 0],
    json: true,
    run: (_typed, cli) => list(cli),
  },
  'switch set': {
    usage: 'NAME on|off',
    about: 'Turn a feature on or off for everybody.',
    options: {},
    words: [2, 2],
    run: ({ words: [name = '', to = ''] }, cli) => set(cli, name, to),
  },
}
