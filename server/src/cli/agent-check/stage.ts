import type { AnyCall } from '@agency-support/contract/call'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificates, ServedCertificate } from './certificates.ts'
import { ProgramUnderTest } from './program-under-test.ts'
import { type Arrived, ScriptedServer } from './scripted-server.ts'

/** What the kit needs to know about the program. */
export interface KitOptions {
  /** Command that starts the program, run by the shell. */
  command: string
  /** Its working directory. */
  folder: string
  /** How long it may be silent before the check fails. */
  timeoutMs: number
  /** Environment variables that it inherits. */
  env: Readonly<Record<string, string>>
}

/** A requirement is not met; the message says what was observed. */
export class RequirementFailed extends Error {
  override name = 'RequirementFailed'
}

const agencyId = 70_001

/** The server, state folder and program of one check. */
export class Stage {
  readonly server: ScriptedServer
  readonly stateDir: string
  readonly #options: KitOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'agent-check-'))
  readonly #key = `${agencyId}.${randomBytes(32).toString('base64url')}`
  readonly #caFile: string
  #baseUrl = ''
  #program: ProgramUnderTest | undefined

  private constructor(options: KitOptions, authority: string, certificate?: ServedCertificate) {
    this.#options = options
    this.stateDir = join(this.#folder, 'state')
    mkdirSync(this.stateDir)
    this.#caFile = join(this.#folder, 'authority.pem')
    writeFileSync(this.#caFile, authority)
    this.server = new ScriptedServer(this.#key, certificate)
  }

  static async open(
    options: KitOptions,
    { authority }: Certificates,
    certificate?: ServedCertificate,
  ): Promise<Stage> {
    const stage = new Stage(options, authority, certificate)
    stage.#baseUrl = await stage.server.listen()
    return stage
  }

  /** Starts the program; after a kill again with the same state folder. */
  start(more: Readonly<Record<string, string>> = {}): void {
    const { command, env, folder } = this.#options
    const own = {
      AGENCY_BASE_URL: this.#baseUrl,
      AGENCY_ID: String(agencyId),
      AGENCY_KEY: this.#key,
      AGENCY_STATE_DIR: this.stateDir,
      AGENCY_CA_FILE: this.#caFile,
    }
    this.#program = new ProgramUnderTest(command, { ...env, ...own, ...more }, folder, () =>
      this.server.changed(),
    )
  }

  /** Kills the program where it stands. */
  kill(): void {
    this.#program?.kill()
    this.server.hangUp()
  }

  get hasEnded(): boolean {
    return this.#program?.hasEnded === true
  }

  /** Resolves when a killed program is gone, and everything it sent has arrived. */
  async untilGone(): Promise<void> {
    await this.#program?.gone()
    await this.server.forgetSenders()
  }

  /** After a kill: waits for the program's end, ends its leases and starts it again. */
  async startAgain(): Promise<void> {
    await this.untilGone()
    this.server.queue.endLeases()
    this.start()
  }

  /** Calls `look` after every change until it returns something; rejects if the program is silent too long, or ends. */
  async until<T>(what: string, look: () => T | undefined, mayEnd = false): Promise<T> {
    const deadline = performance.now() + this.#options.timeoutMs
    const timer = setTimeout(() => this.server.changed(), this.#options.timeoutMs + 1)
    try {
      for (;;) {
        const change = this.server.change()
        const seen = look()
        if (seen !== undefined) return seen
        const program = this.#program
        if (!mayEnd && program?.hasEnded === true)
          throw new RequirementFailed(`${what}: ${program.describeEnd()}`)
        if (performance.now() > deadline)
          throw new RequirementFailed(`${what}: not within ${this.#options.timeoutMs / 1000} s`)
        await change
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** The requests of a call so far. */
  list(call: AnyCall): Arrived[] {
    return this.server.arrived.filter((arrived) => arrived.call === call)
  }

  /** A digest of everything in the state folder. */
  digestState(): string {
    const digest = createHash('sha256')
    const files = readdirSync(this.stateDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted()
    for (const path of paths) digest.update(`${path}\0`).update(readFileSync(path)).update('\0')
    return digest.digest('hex')
  }

  async close(): Promise<void> {
    this.#program?.kill()
    await this.#program?.gone()
    await this.server.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
