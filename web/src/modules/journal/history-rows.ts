import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { readCommand, tellCommand, tellEntry, tellMany } from './history-sentence.ts'

/** A row of a history: one entry, the life of a command, or what an agency's software told many times in a row. */
export interface HistoryRow {
  id: string
  /** When the newest of them was. */
  at: string
  text: string
  /** Newest first. */
  entries: readonly JournalEntry[]
}

interface Group {
  entries: JournalEntry[]
  commandId: string | null
}

/** Puts the entries of one command where its newest stands, and reports of one kind that follow one another together. */
function group(entries: readonly JournalEntry[]): Group[] {
  const groups: Group[] = []
  const commands = new Map<string, Group>()
  for (const entry of entries) {
    const commandId = readCommand(entry.subject)?.commandId ?? null
    const last = groups.at(-1)
    const [first] = last?.entries ?? []
    const known =
      commandId === null
        ? entry.actorKind === 'agency' && last?.commandId === null && isSameReport(first, entry)
          ? last
          : undefined
        : commands.get(commandId)
    if (known !== undefined) {
      known.entries.push(entry)
      continue
    }
    const made = { entries: [entry], commandId }
    groups.push(made)
    if (commandId !== null) commands.set(commandId, made)
  }
  return groups
}

const isSameReport = (one: JournalEntry | undefined, other: JournalEntry): boolean =>
  one?.actorKind === 'agency' && one.event === other.event && one.agencyId === other.agencyId

function tell({ entries, commandId }: Group, isWhole: boolean): string {
  const [first] = entries
  if (first === undefined) return ''
  const command = commandId === null ? undefined : readCommand(first.subject)
  if (command !== undefined) return tellCommand(isWhole ? entries : knownStates(entries), command.what)
  return entries.length === 1 ? tellEntry(first) : tellMany(entries)
}

/** What became of a command that was queued again is told by its software alone. */
function knownStates(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const known = entries.filter(({ event }) => event !== 'agencyCommands.requeued')
  return known.length === 0 ? entries : known
}

/** The rows of a history, newest first; not `isWhole` where what agencies' software told is left out. */
export function historyRows(entries: readonly JournalEntry[], isWhole = true): HistoryRow[] {
  return group(entries).map((one) => ({
    // The oldest stays the same while more comes.
    id: String(one.entries.at(-1)?.id),
    at: one.entries[0]?.at ?? '',
    text: tell(one, isWhole),
    entries: one.entries,
  }))
}
