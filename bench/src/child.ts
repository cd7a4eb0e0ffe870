import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A child process of the bench that answers one question at a time. */
export interface Child<Question, Answer> {
  ask(question: Question): Promise<Answer>
  /** Disconnects and waits for its exit. */
  stop(): Promise<void>
}

/** Starts a program of this folder; resolves with its first message. Its output goes to our standard error. */
export async function startChild<First, Question, Answer>(
  file: string,
  options: {
    args?: readonly string[]
    env?: Readonly<Record<string, string>>
    nodeFlags?: readonly string[]
    /** File descriptor for its output instead. */
    output?: number
    cwd?: string
  },
): Promise<{ first: First; child: Child<Question, Answer> }> {
  const child = fork(new URL(file, import.meta.url), options.args ?? [], {
    execArgv: [...(options.nodeFlags ?? [])],
    env: { PATH: process.env['PATH'], ...options.env },
    cwd: options.cwd,
    stdio: ['ignore', options.output ?? 2, 2, 'ipc'],
  })
  const first = (await nextMessage(child, file)) as First
  return {
    first,
    child: {
      ask: (question) => {
        const answer = nextMessage(child, file)
        child.send(question as object)
        return answer as Promise<Answer>
      },
      stop: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        if (child.connected) child.disconnect()
        await ended
      },
    },
  }
}

async function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  const ended = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', ended).then(([message]) => message as unknown),
      once(child, 'exit', ended).then(() => {
        throw new Error(`${file} ended before it had answered.`)
      }),
    ])
  } finally {
    ended.abort()
  }
}

/** Called in the child: answers the parent's questions, and exits when disconnected. */
export function answerParent<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  end: () => Promise<void>,
): void {
  process.on('message', (question) => {
    void Promise.resolve(answer(question as Question)).then((reply) => process.send?.(reply))
  })
  process.once('disconnect', () => void end().finally(() => process.exit()))
  // Ctrl-C reaches the whole process group; the parent decides when its children end.
  process.on('SIGINT', () => undefined)
}

/** Processor time this process has used, in microseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Peak memory of this process. */
export function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024
}
