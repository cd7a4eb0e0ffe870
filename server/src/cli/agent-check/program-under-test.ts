import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getErrorCode } from '../../lib/error-code.ts'

const keptOutput = 2_000

/** One process of the program under test. */
export class ProgramUnderTest {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  #output = ''
  #hasEnded = false

  /** Starts it by the shell, in its own process group. */
  constructor(command: string, env: Record<string, string>, folder: string, onEnd: () => void) {
    this.#child = spawn(command, {
      shell: true,
      detached: true,
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutput)
      })
    this.#ended = once(this.#child, 'close').catch(() => undefined)
    void this.#ended.then(() => {
      this.#hasEnded = true
      onEnd()
    })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** How it ended, with the last of its output, for people. */
  describeEnd(): string {
    const { exitCode, signalCode } = this.#child
    const lastLine = this.#output.trim().split('\n').at(-1) ?? ''
    return `it ended by itself (${exitCode ?? signalCode})${lastLine === '' ? '' : `: ${lastLine}`}`
  }

  /** Kills it with all its child processes. */
  kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch (error) {
      if (getErrorCode(error) !== 'ESRCH') throw error
    }
  }

  async gone(): Promise<void> {
    await this.#ended
  }
}
