import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Certificates, ServedCertificate } from './certificates.ts'
import type { ScriptedCommand } from './scripted-queue.ts'
import type { Arrived } from './scripted-server.ts'
import { RequirementFailed, type KitOptions, Stage } from './stage.ts'

/** One requirement that a program must meet. */
export interface Check {
  /** A word that selects it. */
  name: string
  /** What is true of a program that passes. */
  title: string
  /** Rejects with RequirementFailed. */
  run: (stage: Stage) => Promise<void>
  /** The server's certificate; none for plain HTTP. */
  certificate?: (certificates: Certificates) => ServedCertificate
}

/** Result of one check. */
export interface Verdict {
  name: string
  title: string
  /** Why it fails; undefined if it passes. */
  problem: string | undefined
  /** Requests that violated the contract. */
  misfits: readonly string[]
}

/** Runs a check on its own stage. */
export async function judge(check: Check, options: KitOptions, certificates: Certificates): Promise<Verdict> {
  const { name, title } = check
  const stage = await Stage.open(options, certificates, check.certificate?.(certificates))
  try {
    await check.run(stage)
    return { name, title, problem: undefined, misfits: stage.server.misfits }
  } catch (error) {
    if (!(error instanceof RequirementFailed)) throw error
    return { name, title, problem: error.message, misfits: stage.server.misfits }
  } finally {
    await stage.close()
  }
}

/** Queues the command that every check uses: it uploads a file, so that running it is visible. */
export function queueLog(stage: Stage): ScriptedCommand {
  return stage.server.queue.add('log', 'error.log')
}

/** True if the request belongs to this command. */
export function isAbout({ input }: Arrived, { commandId }: ScriptedCommand): boolean {
  return typeof input === 'object' && input !== null && 'commandId' in input && input.commandId === commandId
}

/** The requests that show that a command is running: a progress report, or its log announced. */
export function listSignsOfRunning(stage: Stage, command: ScriptedCommand, from = 0): Arrived[] {
  return stage.server.arrived.slice(from).filter((arrived) => isSignOfRunning(arrived, command))
}

/** True for a progress report of this command, or the announcement of a log. */
export function isSignOfRunning(arrived: Arrived, command: ScriptedCommand): boolean {
  if (arrived.call === agencyCommands.progress) return isAbout(arrived, command)
  return arrived.call === agencyFiles.openUpload && (arrived.input as { kind: string }).kind === 'log'
}

/** Waits until the program has reported the command's outcome. */
export function untilEnded(stage: Stage, command: ScriptedCommand): Promise<string> {
  return stage.until('it was never told how the command ended', () => command.outcome)
}

/** Requires the file of a command that was reported as succeeded. */
export function requireFile(stage: Stage, command: ScriptedCommand): void {
  if (command.outcome === 'succeeded' && stage.server.uploads.listFinished(command.commandId).length === 0)
    throw new RequirementFailed('the command is said to have succeeded, but its file never arrived')
}
