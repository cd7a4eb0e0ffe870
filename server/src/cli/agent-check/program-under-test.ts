import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const keptOutput = 2_000

/** The program that is checked, in one of its lives. */
export class ProgramUnderTest {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  #output = ''
  #hasEnded = false

  /** Starts it by the shell, with all that it starts in a process group of its own. */
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

  /** How it ended, and the last of what it wrote; for a person to read. */
  describeEnd(): string {
    const { exitCode, signalCode } = this.#child
    const lastLine = this.#output.trim().split('\n').at(-1) ?? ''
    return `it ended by itself (${exitCode ?? signalCode})${lastLine === '' ? '' : `: ${lastLine}`}`
  }

  /** Kills it with all its processes; nothing runs any more at once. */
  kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  async gone(): Promise<void> {
    await this.#ended
  }
}
