import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { isOpen } from '@agency-support/contract/rules/agency-commands'

/** What an agency knows of one of its commands by itself. */
export interface OwnAccount {
  runs: number
  /** How it ended, as the agency's software last reported it; undefined when it reported nothing. */
  word: string | undefined
}

/** Reads what agencies wrote down: a line `agency command what` for each run and each word of an end. */
export function readAccounts(text: string): Map<number, Map<number, OwnAccount>> {
  const agencies = new Map<number, Map<number, OwnAccount>>()
  // A kill may have cut the last line off.
  for (const line of text.split('\n').slice(0, -1)) {
    const [agency, command, what] = line.split(' ')
    const commands = agencies.get(Number(agency)) ?? new Map<number, OwnAccount>()
    agencies.set(Number(agency), commands)
    const before = commands.get(Number(command)) ?? { runs: 0, word: undefined }
    const after = what === 'ran' ? { ...before, runs: before.runs + 1 } : { ...before, word: what }
    commands.set(Number(command), after)
  }
  return agencies
}

/** How a command is shown that an agency calls so. */
const shownAs = ({ state, reason }: QueuedCommand): string => (reason === 'interrupted' ? reason : state)

const bringsFiles: ReadonlySet<string> = new Set(['log', 'agency', 'count'])

/** What the agency would deny of a command as it is shown. */
function whyDenied(shown: QueuedCommand, own: OwnAccount | undefined): string | undefined {
  const { runs, word } = own ?? { runs: 0, word: undefined }
  if (runs > 1) return `ran ${runs} times`
  if (isOpen(shown.state)) return `is still ${shown.state}`
  if (shownAs(shown) !== word) return `is shown ${shownAs(shown)}, its agency says ${word ?? 'nothing'}`
  if (shown.state !== 'succeeded') return undefined
  if (runs !== 1) return 'is shown succeeded and was never run'
  return bringsFiles.has(shown.command) && shown.files.length === 0
    ? 'is shown succeeded without its file'
    : undefined
}

/** How many sentences of {@link findDenials} say that a command was lost, that it was run twice, or anything else. */
export function countDenials(denials: readonly string[]): { lost: number; ranTwice: number; denied: number } {
  const lost = denials.filter((denial) => denial.endsWith(isLost)).length
  const ranTwice = denials.filter((denial) => / ran \d+ times$/.test(denial)).length
  return { lost, ranTwice, denied: denials.length - lost - ranTwice }
}

const isLost = ' was taken and is lost'

/** Everything wrong at one agency; empty when nothing was lost, run twice, or is shown as it is not. */
export function findDenials(
  agencyId: number,
  ordered: readonly number[],
  shown: readonly QueuedCommand[],
  own: ReadonlyMap<number, OwnAccount> = new Map(),
): string[] {
  const known = new Map(shown.map((command) => [command.commandId, command]))
  const about = (commandId: number): string => `agency ${agencyId}, command ${commandId}`
  const lost = ordered.filter((id) => !known.has(id)).map((id) => about(id) + isLost)
  const strays = [...own.keys(), ...known.keys()].filter((id) => !ordered.includes(id))
  const denied = shown.flatMap((command) => {
    const why = whyDenied(command, own.get(command.commandId))
    return why === undefined ? [] : [`${about(command.commandId)} ${why}`]
  })
  return [...lost, ...strays.map((id) => `${about(id)} was never ordered`), ...denied]
}
