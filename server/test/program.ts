import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'

/** A program that a test started, and what it has written so far. */
export interface Program {
  child: ChildProcess
  /** Everything on both outputs until now. */
  output(): string
  /** Resolves with the match as soon as a line of the output has it; rejects when the program ends without. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>
}

export function runProgram(command: string, args: string[], options: SpawnOptions = {}): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'no code'))
    child.once('error', reject)
  })
  return {
    child,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        let from = 0
        // No line is looked at twice but the last, which may not be whole: a log under load has millions of characters.
        const look = () => {
          const match = pattern.exec(output.slice(from))
          from = output.lastIndexOf('\n') + 1
          if (match === null) return
          waiting.delete(look)
          resolve(match)
        }
        waiting.add(look)
        look()
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} without saying ${pattern}:\n${output}`)),
        )
      }),
    ended,
  }
}
