import type { SeededRandom } from '../../random.ts'
import { pickClientId, type Profile, seededRandomFor } from '../profile.ts'
import type { AgencyFile } from './agency-file.ts'

/** The logs of an agency's software. */
export const logNames = [
  'error.log',
  'cloudmanager.log',
  'cloudmanager.1.log',
  'cloudmanager.2.log',
  'cloudmanager.3.log',
] as const
export type LogName = (typeof logNames)[number]

/** The log of this name, if it exists. */
export function logNamed(name: string): LogName | undefined {
  return logNames.find((known) => known === name)
}

type Level = 'INFO' | 'WARN' | 'ERROR'
type Say = (random: SeededRandom, profile: Profile) => string

const kilobyte = 1024

const infos: readonly Say[] = [
  (random, at) =>
    `Sync - Client ${pickClientId(random, at)} uploaded (${random.whole(9, 800)} kB, ${random.whole(40, 2_900)} ms)`,
  (random, at) => `Sync - Client ${pickClientId(random, at)} unchanged, skipped`,
  () => 'Token - Seat key token refreshed',
  (random) => `Gateway - Heartbeat answered in ${random.whole(12, 240)} ms`,
  (random) => `Queue - ${random.whole(0, 30)} clients waiting`,
  (_, at) => `Folders - ${at.clientPath} is reachable`,
]
const warnings: readonly Say[] = [
  (random) => `Gateway - No answer in ${random.whole(5, 30)} s, trying again`,
  (random, at) => `Sync - Client ${pickClientId(random, at)} is locked by another user, will be tried again`,
  (random) => `Disk - Only ${random.whole(200, 900)} MB left on ${random.pick(['C:', 'D:'])}`,
]
const errors: readonly Say[] = [
  (random, at) =>
    `Sync - Client ${pickClientId(random, at)}: Conversion failed: unknown line of business code 97.`,
  () => 'Token - No seat key token file found.',
  () => 'Gateway - The remote name could not be resolved',
  (_, at) =>
    `Folders - System.UnauthorizedAccessException: Access to the path '${at.clientPath}' is denied.\n` +
    '   at System.IO.__Error.WinIOError(Int32 errorCode, String maybeFullPath)\n' +
    '   at CloudManager.Folders.FolderCheck.Run() in FolderCheck.cs:line 118',
]
const noSpace: Say = (_, at) =>
  `Disk - System.IO.IOException: There is not enough space on the disk. (${at.hawPath})`

/** A log as of `now`: older lines, the last one moments ago. Numbered logs are older, because logs are rotated. */
export function logFile(
  profile: Profile,
  name: LogName,
  now: Date,
  max = Number.POSITIVE_INFINITY,
): AgencyFile {
  const random = seededRandomFor(profile.agencyId, `log/${name}/${Math.floor(now.getTime() / 1000)}`)
  const size = Math.min(max, pickSize(seededRandomFor(profile.agencyId, `log/${name}`), name))
  const meanLine = 95
  const lineCount = Math.ceil(size / meanLine)
  const betweenMs = name === 'error.log' ? 110_000 : 9_000
  const fileMs = lineCount * betweenMs
  const end = now.getTime() - setAside(name) * fileMs
  const parts: string[] = []
  let at = end - fileMs
  while (at < end) {
    parts.push(makeLine(random, profile, name === 'error.log', new Date(at)))
    at += Math.ceil(random.next() * 2 * betweenMs)
  }
  return {
    kind: 'log',
    name,
    location: 8,
    clientId: '',
    deleted: false,
    fileTimestamp: new Date(end),
    bytes: Buffer.from(parts.join('')),
  }
}

function pickSize(random: SeededRandom, name: LogName): number {
  return (name === 'error.log' ? random.whole(100, 400) : random.whole(300, 2_000)) * kilobyte
}

function setAside(name: LogName): number {
  return Number(/\.(\d)\.log$/.exec(name)?.[1] ?? 0)
}

function makeLine(random: SeededRandom, profile: Profile, onlyTrouble: boolean, at: Date): string {
  const level = pickLevel(random, onlyTrouble, profile.condition)
  const stamp = at.toISOString().replace('T', ' ').replace('Z', '')
  return `${stamp} [${level.padEnd(5)}] ${pickWords(random, profile, level)}\n`
}

function pickLevel(random: SeededRandom, onlyTrouble: boolean, condition: Profile['condition']): Level {
  if (onlyTrouble) return random.chance(0.7) ? 'ERROR' : 'WARN'
  const share = random.next()
  const trouble = condition === 'steady' || condition === 'offline' ? 0.01 : 0.06
  if (share < trouble) return 'ERROR'
  return share < 4 * trouble ? 'WARN' : 'INFO'
}

function pickWords(random: SeededRandom, profile: Profile, level: Level): string {
  if (level === 'INFO') return random.pick(infos)(random, profile)
  if (level === 'WARN') return random.pick(warnings)(random, profile)
  const isFull = profile.condition === 'diskFull' && random.chance(0.6)
  return (isFull ? noSpace : random.pick(errors))(random, profile)
}
