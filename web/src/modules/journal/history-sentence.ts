import type { JournalEntry } from '@agency-support/contract/modules/journal'
import {
  agencyCommandChoices,
  logChoices,
  reasonLabel,
  resendCommands,
  userCommands,
} from '@agency-support/contract/rules/agency-commands'
import { clientLocations } from '@agency-support/contract/rules/agency-files'
import { countOf } from '@agency-support/contract/rules/count-of'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { fieldWords } from '../../lib/format/field-label.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { accountActs } from './account-acts.ts'
import { type FieldValue, isInstant, sayValue } from './field-values.ts'
import { changedFields, eventLabel } from './history-words.ts'

/** A value of the entry in words, an instant in `zone`; 'none' for undefined, null and empty. */
function say(event: string, field: string, value: FieldValue, zone?: string): string {
  if (value === undefined || value === null || value === '') return 'none'
  return isInstant(value) ? formatInstant(value, 'MM/DD/YYYY HH:mm:ss', zone) : sayValue(event, field, value)
}

/** `pool 3 → 7, region Central → East`; nothing of a field that reads the same before and after. */
function sayChanges({ event, before, after }: JournalEntry, zone?: string): string {
  return changedFields(before, after)
    .flatMap((field) => {
      const name = fieldWords(field.replace(/Id$/, ''))
      const to = say(event, field, after?.[field], zone)
      if (before === null) return [`${name} ${to}`]
      const from = say(event, field, before[field], zone)
      return from === to ? [] : [`${name} ${from} → ${to}`]
    })
    .join(', ')
}

const fromTo = ({ event, before, after }: JournalEntry, field: string): string =>
  `from ${say(event, field, before?.[field])} to ${say(event, field, after?.[field])}`

/** An action as the words after the person's name; `zone` is that of instants, by default the browser's. */
type Act = (entry: JournalEntry, zone?: string) => string

const acts: Readonly<Record<string, Act>> = {
  'agencies.renamed': (entry) => `changed the name ${fromTo(entry, 'name')}`,
  'agencies.statusChanged': (entry) => `changed the status ${fromTo(entry, 'status')}`,
  'agencies.storageModeChanged': (entry) => `changed the storage mode ${fromTo(entry, 'storageMode')}`,
  'agencies.storageSetupRetried': () => 'restarted the storage setup',
  'agencies.detailsChanged': (entry) => `changed ${sayChanges(entry)}`,
  'agencies.imported': (entry) => `changed ${sayChanges(entry)} by import`,
  'agencies.added': () => 'created the agency',
  'agencyKeys.issued': () => 'issued an agency key',
  'agencyKeys.rotated': () => 'rotated the agency key',
  'agencyKeys.revoked': () => 'revoked the agency key',
  'agencyFiles.tokenDeleted': () => 'deleted the multifolder token file',
  'agencyFiles.downloaded': ({ after }) => `downloaded ${after?.['file'] ?? 'a file'}`,
  'agencyUsers.unlocked': ({ subject }) => `unlocked ${subject ?? 'a user'}`,
  'agencyUsers.superUserCreated': ({ subject, after }, zone) =>
    `created temporary user ${subject ?? ''} until ${sayInstant(after?.['expires'], zone)}`,
  'agencyUsers.superUserRevoked': ({ subject }) => `ended temporary user ${subject ?? ''}`,
  'seats.released': ({ subject }) => `released the seat of ${subject ?? 'a user'}`,
  'seats.requestStatusSet': (entry) => `set ${entry.subject ?? ''} ${fromTo(entry, 'requestStatus')}`,
}

const sayInstant = (value: FieldValue, zone?: string): string =>
  typeof value === 'string' ? formatInstant(value, 'MM/DD/YYYY HH:mm:ss', zone) : 'its end'

/** What nobody is named for as the actor, as complete sentences: reports of an agency's software, and failed sign-ins. */
const reports: Readonly<Record<string, (entry: JournalEntry) => string>> = {
  'agencyFiles.received': ({ subject, after }) => {
    const place = clientLocations.find(({ location }) => location === after?.['location'])
    const name = after?.['type'] === 'client' ? `Client ${String(after['clientId'])}` : (subject ?? 'File')
    return `${name} received${place === undefined ? '' : ` for ${place.name}`}, ${formatBytes(Number(after?.['size'] ?? 0))}`
  },
  'agencyFiles.errorsReported': ({ before, after }) =>
    `Sync errors ${before?.['syncErrors'] ?? 'none'} → ${after?.['syncErrors'] ?? 'none'}`,
  'session.signInFailed': ({ subject }) => `${subject ?? 'Somebody'} failed to sign in`,
  'agencies.factsReported': (entry) => `The agency's software reported ${sayChanges(entry)}`,
}

/** An event as a sentence, with the actor if that is a person or our own system. */
export function describeEntry(entry: JournalEntry, zone?: string): string {
  const { event, actor, actorKind, subject } = entry
  const isOwn = actorKind === 'staff' || actorKind === 'system'
  const act: Act | undefined = isOwn ? (acts[event] ?? accountActs[event]) : undefined
  if (act !== undefined) return `${actor} ${act(entry, zone)}`
  const report = reports[event]
  if (report !== undefined) return report(entry)
  const changes = sayChanges(entry, zone)
  const what = [subject, changes].filter((text) => text !== null && text !== '').join(', ')
  const words = what === '' ? eventLabel(event) : `${eventLabel(event)}: ${what}`
  return isOwn || actorKind === 'provider' ? `${actor} · ${words}` : words
}

/** Consecutive reports of the same kind as one sentence. */
export function describeEntries(entries: readonly JournalEntry[]): string {
  const [first] = entries
  if (first?.event !== 'agencyFiles.received')
    return `${eventLabel(first?.event ?? '')}, ${entries.length} times`
  const size = entries.reduce((sum, { after }) => sum + Number(after?.['size'] ?? 0), 0)
  return `${entries.length} files received, ${formatBytes(size)}`
}

const commandWords: readonly { value: string; label: string }[] = [
  ...agencyCommandChoices,
  ...resendCommands,
  ...userCommands,
]

/** Command and argument of a journal subject: ‘Command 12: sync 12345678’; undefined for any other. */
export function readCommand(subject: string | null): { commandId: string; what: string } | undefined {
  const [, commandId, name, argument = ''] = /^Command (\d+): (\w+) ?(.*)$/s.exec(subject ?? '') ?? []
  if (commandId === undefined || name === undefined) return undefined
  const label = commandWords.find(({ value }) => value === name)?.label ?? name
  const words = logChoices.find(({ value }) => name === 'log' && value === argument)?.label ?? argument
  return { commandId, what: words === '' ? label : `${label}, ${words}` }
}

const states: Readonly<Record<string, (entry: JournalEntry) => string>> = {
  'agencyCommands.queued': () => '',
  'agencyCommands.acknowledged': () => 'collected',
  'agencyCommands.requeued': () => 'queued again',
  'agencyCommands.expired': () => 'expired',
  'agencyCommands.cancelled': ({ actor }) => `cancelled by ${actor}`,
  'agencyCommands.finished': ({ event, after, reason }) => {
    const files = Number(after?.['files'] ?? 0)
    const brought = files === 0 ? '' : `, ${countOf(files, 'file')}`
    const partly = after?.['done']
    const isFailed = after?.['commandState'] === 'failed'
    const end = say(event, 'commandState', after?.['commandState'])
    const state = typeof partly === 'string' ? `${isFailed ? end : 'partly done'}, ${partly}` : end
    const why = reason === null ? '' : `, ${reasonLabel(reason)}`
    return `${state}${why}${brought}`
  },
}

/** A command's entries, newest first, as one sentence: who ordered what, and its progress. */
export function describeCommand(entries: readonly JournalEntry[], what: string): string {
  const [newest] = entries
  const order = entries.find(({ event }) => event === 'agencyCommands.queued')
  const state = newest === undefined ? '' : (states[newest.event]?.(newest) ?? eventLabel(newest.event))
  const begin = order === undefined ? what : `${order.actor} ordered ${what}`
  return state === '' ? begin : `${begin}: ${state}`
}
