import type { NewUpload } from '@agency-support/contract/modules/agency-file-shapes'
import { createHash, randomUUID } from 'node:crypto'

/** An upload by the program. */
export interface ScriptedUpload {
  readonly uploadId: string
  readonly about: NewUpload
  bytes: Buffer
  isFinished: boolean
}

/** The uploads of the scripted server, in memory. */
export class ScriptedUploads {
  readonly #uploads: ScriptedUpload[] = []

  /** Announces a file, or finds an unfinished upload of the same one. */
  open(about: NewUpload): ScriptedUpload {
    const before = this.#uploads.find((upload) => !upload.isFinished && isSameFile(upload.about, about))
    if (before !== undefined) return before
    const upload = { uploadId: randomUUID(), about, bytes: Buffer.alloc(0), isFinished: false }
    this.#uploads.push(upload)
    return upload
  }

  /** An unfinished upload. */
  find(uploadId: string): ScriptedUpload | undefined {
    return this.#uploads.find((upload) => upload.uploadId === uploadId && !upload.isFinished)
  }

  /** False if the bytes differ from the announced ones; the upload then starts over. */
  finish(upload: ScriptedUpload): boolean {
    const digest = createHash('sha256').update(upload.bytes).digest('hex')
    upload.isFinished = digest === upload.about.sha256 && upload.bytes.length === upload.about.size
    if (!upload.isFinished) upload.bytes = Buffer.alloc(0)
    return upload.isFinished
  }

  /** The finished uploads of a command. */
  listFinished(commandId: number): ScriptedUpload[] {
    return this.#uploads.filter(({ about, isFinished }) => isFinished && about.commandId === commandId)
  }
}

function isSameFile(one: NewUpload, other: NewUpload): boolean {
  const parts = ({ kind, location, clientId, name, sha256 }: NewUpload) =>
    JSON.stringify([kind, location, clientId, name, sha256])
  return parts(one) === parts(other)
}
