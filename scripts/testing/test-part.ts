import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { root } from '../entry.ts'

const running = new Set<ChildProcess>()
let isEnding = false

/** Runs one of our Node programs and prints one line with its time; its output only if it fails. */
export async function runPart(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const closed = once(child, 'close')
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await closed
  running.delete(child)
  const hasPassed = code === 0
  if (isEnding) return hasPassed
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(
    `${hasPassed ? '' : `${out}${problems}\n`}${hasPassed ? '✔' : '✘'} ${name}  ${seconds} s\n`,
  )
  return hasPassed
}

/** Stops all running parts, and hides their last output. */
export function endParts(): void {
  isEnding = true
  for (const child of running) child.kill('SIGTERM')
}
