import { appendEntry } from '../journal/append.ts'
import { type Cli, circumstances, CliProblem, say, type Verb } from './cli.ts'

async function list(cli: Cli): Promise<void> {
  const rows = await cli.db.read
    .selectFrom('feature_switch')
    .select(['name', 'enabled'])
    .orderBy('name')
    .execute()
  for (const { name, enabled } of rows) say(cli, `${name} ${enabled ? 'on' : 'off'}`)
}

async function set(cli: Cli, name: string, to: string): Promise<void> {
  if (to !== 'on' && to !== 'off') throw new CliProblem(`A switch is set to on or off, not to "${to}".`)
  const enabled = to === 'on'
  const changed = await cli.db.write.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('feature_switch')
      .select('enabled')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new CliProblem(`There is no switch "${name}". ${await knownSwitches(cli)}`)
    if (row.enabled === enabled) return false
    await tx
      .updateTable('feature_switch')
      .set((eb) => ({ enabled, version: eb('version', '+', 1) }))
      .where('name', '=', name)
      .execute()
    await appendEntry(tx, circumstances(cli), {
      event: 'switches.changed',
      subject: name,
      before: { enabled: row.enabled },
      after: { enabled },
    })
    return true
  })
  say(cli, changed ? `${name} is ${to}.` : `${name} was ${to} already.`)
}

async function knownSwitches(cli: Cli): Promise<string> {
  const rows = await cli.db.read.selectFrom('feature_switch').select('name').orderBy('name').execute()
  return `Known are: ${rows.map(({ name }) => name).join(', ')}.`
}

/** Feature switches on the command line. */
export const switchVerbs: Readonly<Record<string, Verb>> = {
  'switch list': {
    usage: '',
    about: 'Show the feature switches.',
    options: {},
    words: [0, 0],
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
