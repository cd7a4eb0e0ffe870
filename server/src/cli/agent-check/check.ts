import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Certificates, ServedCertificate } from './certificates.ts'
import type { ScriptedCommand } from './scripted-queue.ts'
import type { Arrived } from './scripted-server.ts'
import { DoesNotHold, type KitOptions, Stage } from './stage.ts'

/** One thing that a program must do. */
export interface Check {
  /** A word by which it is chosen. */
  name: string
  /** What holds of a program that passes. */
  title: string
  /** Rejects with DoesNotHold. */
  run: (stage: Stage) => Promise<void>
  /** What the server shows; none where it speaks plain HTTP. */
  certificate?: (certificates: Certificates) => ServedCertificate
}

/** What came of one check. */
export interface Verdict {
  name: string
  title: string
  /** Why it does not hold; undefined when it does. */
  problem: string | undefined
  /** What of its requests was not as the contract has it. */
  misfits: readonly string[]
}

/** Carries a check out on a stage of its own. */
export async function judge(check: Check, options: KitOptions, certificates: Certificates): Promise<Verdict> {
  const { name, title } = check
  const stage = await Stage.open(options, certificates, check.certificate?.(certificates))
  try {
    await check.run(stage)
    return { name, title, problem: undefined, misfits: stage.server.misfits }
  } catch (error) {
    if (!(error instanceof DoesNotHold)) throw error
    return { name, title, problem: error.message, misfits: stage.server.misfits }
  } finally {
    await stage.close()
  }
}

/** The command that every check uses: it brings a file, so that running it can be seen. */
export function queueLog(stage: Stage): ScriptedCommand {
  return stage.server.queue.add('log', 'error.log')
}

/** True when the request belongs to this command. */
export function isAbout({ input }: Arrived, { commandId }: ScriptedCommand): boolean {
  return typeof input === 'object' && input !== null && 'commandId' in input && input.commandId === commandId
}

/** The requests by which a command can be seen to run: it is reported running, or its log announced. */
export function listSignsOfRunning(stage: Stage, command: ScriptedCommand, from = 0): Arrived[] {
  return stage.server.arrived.slice(from).filter((arrived) => isSignOfRunning(arrived, command))
}

export function isSignOfRunning(arrived: Arrived, command: ScriptedCommand): boolean {
  if (arrived.call === agencyCommands.progress) return isAbout(arrived, command)
  return arrived.call === agencyFiles.openUpload && (arrived.input as { kind: string }).kind === 'log'
}

/** Waits until the program has said how the command ended. */
export function untilEnded(stage: Stage, command: ScriptedCommand): Promise<string> {
  return stage.until('it was never told how the command ended', () => command.outcome)
}

/** A command that is said to have succeeded has brought its file. */
export function requireFile(stage: Stage, command: ScriptedCommand): void {
  if (command.outcome === 'succeeded' && stage.server.uploads.listFinished(command.commandId).length === 0)
    throw new DoesNotHold('the command is said to have succeeded, but its file never arrived')
}
