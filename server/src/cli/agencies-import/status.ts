import type { Client } from 'pg'
import {
  type AgencyImport,
  dropImport,
  findLastImport,
  findOpenImport,
  isImportRunning,
  countMerged,
  takeImportLock,
} from '../../jobs/agency-import/imports.ts'
import { discardImport } from '../../jobs/agency-import/merge.ts'
import { type Cli, CliProblem, printResult } from '../cli.ts'

const number = (value: number): string => value.toLocaleString('en-US')
const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const goesOn = 'The same command goes on with it, and so does a server when it starts'

/** Progress of an import, in words. */
export function formatProgress(soFar: AgencyImport): string {
  return `${number(countMerged(soFar))} of ${number(soFar.agencies)} agencies of ${soFar.file} are merged`
}

/** Why nothing can be done to imports while another process holds the lock. */
export async function whyNotNow(client: Client): Promise<string> {
  const open = await findOpenImport(client)
  const which = open === undefined ? '' : `: ${underWay(open)}`
  return `An import is under way already${which}. "agencies import --status" tells how far it is.`
}

/** Why a file cannot be imported while an interrupted import of another one is open. */
export function whyNotAnother(open: AgencyImport): string {
  return `An import of another file broke off: ${formatProgress(open)}. ${goesOn}; "agencies import --discard" drops the rest.`
}

function underWay(open: AgencyImport): string {
  const how = open.state === 'reading' ? `${open.file} is being read` : formatProgress(open)
  return `${how}, begun ${instant(open.startedAt)}`
}

type Standing = 'running' | 'brokenOff' | 'done' | 'discarded'

/** Reports on the running or interrupted import, otherwise on the latest one. */
export async function printStatus(client: Client, cli: Cli): Promise<void> {
  const last = await findLastImport(client)
  if (last === undefined) return printResult(cli, { import: null }, ['No agencies have been imported.'])
  const standing = await readStanding(client, last)
  printResult(cli, { import: toDocument(last, standing) }, [describeLast(last, standing)])
}

async function readStanding(client: Client, { state }: AgencyImport): Promise<Standing> {
  if (state === 'done' || state === 'discarded') return state
  return (await isImportRunning(client)) ? 'running' : 'brokenOff'
}

function toDocument(last: AgencyImport, state: Standing): object {
  const { file, agencies, inserted, updated, unchanged, refused, startedAt, endedAt } = last
  // The number of agencies is unknown until the file has been read completely.
  const isRead = last.state !== 'reading'
  const counts = {
    agencies: isRead ? agencies : null,
    merged: countMerged(last),
    inserted,
    updated,
    unchanged,
  }
  return { state, file, ...counts, refused, startedAt, endedAt }
}

function describeLast(last: AgencyImport, standing: Standing): string {
  const { file, state, inserted, updated, unchanged, refused, endedAt } = last
  const counts = `inserted ${inserted}, updated ${updated}, unchanged ${unchanged}, refused ${refused}`
  const ended = endedAt === null ? '' : instant(endedAt)
  if (standing === 'done')
    return `No import is under way. The last one, of ${file}, ended ${ended}: ${counts}.`
  if (standing === 'discarded')
    return `No import is under way. The last one, of ${file}, was discarded ${ended}: ${formatProgress(last)}.`
  if (standing === 'running') return `An import is under way: ${underWay(last)}.`
  return state === 'reading'
    ? `An import broke off while ${file} was read; nothing of it was imported.`
    : `An import broke off: ${underWay(last)}. ${goesOn}; "agencies import --discard" drops the rest.`
}

/** Drops the rest of an interrupted import. */
export async function discard(client: Client, cli: Cli): Promise<void> {
  if (!(await takeImportLock(client))) throw new CliProblem(await whyNotNow(client))
  const open = await findOpenImport(client)
  if (open === undefined) throw new CliProblem('There is no import that broke off.')
  if (open.state === 'reading') {
    await dropImport(client, open.importId)
    printResult(cli, { discarded: { file: open.file, agencies: null, merged: 0 } }, [
      `Nothing of ${open.file} was imported, and nothing is kept.`,
    ])
  } else {
    await discardImport(client, open, cli.clock.now())
    const { file, agencies } = open
    printResult(cli, { discarded: { file, agencies, merged: countMerged(open) } }, [
      `${formatProgress(open)}; the rest is dropped.`,
    ])
  }
}
