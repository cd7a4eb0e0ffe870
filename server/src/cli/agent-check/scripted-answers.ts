import type { AnyCall, In } from '@agency-support/contract/call'
import type { Envelope } from '@agency-support/contract/envelope'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { parseCommandResult } from '@agency-support/contract/modules/agency-command-shapes'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { Refusal, toRefusal } from '../../calls/refusal.ts'
import { makeSample } from './sample.ts'
import { getLeaseEnd, type ScriptedCommand, type ScriptedQueue, step } from './scripted-queue.ts'
import type { ScriptedUpload, ScriptedUploads } from './scripted-uploads.ts'

/** The scripted server's state of the agency. */
export interface ScriptedState {
  readonly queue: ScriptedQueue
  readonly uploads: ScriptedUploads
}

/** Input that matches the contract but refers to something that does not exist; becomes HTTP 400. */
export class BadInput extends Error {
  override name = 'BadInput'
}

/** The answer to valid input; a call without its own answer gets the simplest that matches. Throws BadInput. */
export function answerCall(call: AnyCall, input: unknown, state: ScriptedState): Envelope {
  try {
    const item = getAnswer(call, input, state)
    return { code: 0, message: '', data: fitAnswer(call, item) }
  } catch (error) {
    if (error instanceof Refusal) return error.envelope
    throw error
  }
}

function getAnswer(call: AnyCall, input: unknown, { queue, uploads }: ScriptedState): unknown {
  switch (call.at.path) {
    case agencyCommands.claim.at.path:
      return queue.claim((input as In<typeof agencyCommands.claim>).most)
    case agencyCommands.acknowledge.at.path:
      return acknowledge(input as In<typeof agencyCommands.acknowledge>, queue)
    case agencyCommands.progress.at.path:
      return progress(input as In<typeof agencyCommands.progress>, queue)
    case agencyCommands.finish.at.path:
      return finish(input as In<typeof agencyCommands.finish>, queue)
    case agencyFiles.openUpload.at.path: {
      const { uploadId, bytes } = uploads.open(input as In<typeof agencyFiles.openUpload>)
      return { uploadId, offset: bytes.length }
    }
    case agencyFiles.finishUpload.at.path:
      finishUpload(input as In<typeof agencyFiles.finishUpload>, uploads)
      return []
    default:
      return call.answer.form === 'one' ? makeSample(call.answer.item) : []
  }
}

/** Checks the answer too; only an unknown command may deliberately violate the contract. */
function fitAnswer({ answer, at }: AnyCall, item: unknown): unknown[] {
  if (answer.form === 'one') return [answer.item.parse(item)]
  if (answer.form !== 'many') return []
  const items = item as unknown[]
  return at.path === agencyCommands.claim.at.path ? items : items.map((one) => answer.item.parse(one))
}

interface CommandAttempt {
  commandId: number
  attempt: number
}

function findCommand(call: AnyCall, { commandId }: CommandAttempt, queue: ScriptedQueue): ScriptedCommand {
  const command = queue.find(commandId)
  if (command === undefined) throw toRefusal(call, 'unknown')
  return command
}

function refuseSuperseded(call: AnyCall, { status: { state, attempt } }: ScriptedCommand): never {
  throw toRefusal(call, 'superseded', { state, attempt })
}

function acknowledge(input: In<typeof agencyCommands.acknowledge>, queue: ScriptedQueue): void {
  const command = findCommand(agencyCommands.acknowledge, input, queue)
  if (!step(command, { kind: 'acknowledge', attempt: input.attempt }))
    refuseSuperseded(agencyCommands.acknowledge, command)
}

function progress(input: In<typeof agencyCommands.progress>, queue: ScriptedQueue): object {
  const command = findCommand(agencyCommands.progress, input, queue)
  if (!step(command, { kind: 'progress', attempt: input.attempt }))
    refuseSuperseded(agencyCommands.progress, command)
  return { leaseExpiresAt: getLeaseEnd() }
}

function finish(input: In<typeof agencyCommands.finish>, queue: ScriptedQueue): void {
  const command = findCommand(agencyCommands.finish, input, queue)
  const { attempt, outcome, output, reason, result } = input
  const read = result === undefined ? { result } : parseCommandResult(command.command, result)
  if ('problem' in read) throw new BadInput(read.problem)
  if (!step(command, { kind: 'finish', attempt, outcome })) refuseSuperseded(agencyCommands.finish, command)
  command.outcome ??= outcome
  command.output = output
  command.reason = reason
}

function finishUpload({ uploadId }: In<typeof agencyFiles.finishUpload>, uploads: ScriptedUploads): void {
  const upload = uploads.find(uploadId)
  if (upload === undefined) throw toRefusal(agencyFiles.finishUpload, 'gone')
  if (!uploads.finish(upload)) throw toRefusal(agencyFiles.finishUpload, 'mismatch')
}

/** The refusal of bytes at this offset; undefined if they may be appended. */
export function whyNotAppend(upload: ScriptedUpload | undefined, offset: number): Envelope | undefined {
  if (upload === undefined) return toRefusal(agencyFiles.appendUpload, 'gone').envelope
  const arrived = upload.bytes.length
  if (offset === arrived) return undefined
  return toRefusal(agencyFiles.appendUpload, 'wrongOffset', { uploadId: upload.uploadId, offset: arrived })
    .envelope
}
