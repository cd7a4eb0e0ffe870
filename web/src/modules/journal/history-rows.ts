import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { readCommand, describeCommand, describeEntry, describeEntries } from './history-sentence.ts'

/** A row of a history: one entry, the entries of one command, or repeated reports of an agency's software. */
export interface HistoryRow {
  id: string
  /** Time of the newest entry. */
  at: string
  text: string
  /** Newest first. */
  entries: readonly JournalEntry[]
}

interface Group {
  entries: JournalEntry[]
  commandId: string | null
}

/** Groups the entries of a command at its newest, and consecutive reports of the same kind. */
function group(entries: readonly JournalEntry[]): Group[] {
  const groups: Group[] = []
  const commands = new Map<string, Group>()
  for (const entry of entries) {
    const commandId = readCommand(entry.subject)?.commandId ?? null
    const known = commandId === null ? sameReports(groups.at(-1), entry) : commands.get(commandId)
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

/** The last group if it holds reports of the kind of this entry. */
function sameReports(
  last: Group | undefined,
  { actorKind, event, agencyId }: JournalEntry,
): Group | undefined {
  if (actorKind !== 'agency' || last?.commandId !== null) return undefined
  const [one] = last.entries
  return one?.actorKind === actorKind && one.event === event && one.agencyId === agencyId ? last : undefined
}

function toText({ entries, commandId }: Group, isWhole: boolean, zone?: string): string {
  const [first] = entries
  if (first === undefined) return ''
  const command = commandId === null ? undefined : readCommand(first.subject)
  if (command !== undefined) return describeCommand(isWhole ? entries : knownStates(entries), command.what)
  return entries.length === 1 ? describeEntry(first, zone) : describeEntries(entries)
}

/** The entries of a command without those that queued it again: only its software knows what became of it after that. */
function knownStates(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const known = entries.filter(({ event }) => event !== 'agencyCommands.requeued')
  return known.length === 0 ? entries : known
}

/** The rows of a history, newest first; not `isWhole` where the reports of agencies' software are left out; instants in `zone`. */
export function historyRows(entries: readonly JournalEntry[], isWhole = true, zone?: string): HistoryRow[] {
  return group(entries).map((one) => ({
    // The oldest id is stable while newer entries arrive.
    id: String(one.entries.at(-1)?.id),
    at: one.entries[0]?.at ?? '',
    text: toText(one, isWhole, zone),
    entries: one.entries,
  }))
}
