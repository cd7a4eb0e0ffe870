import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount } from '@agency-support/sandbox/account'
import { makeTemporaryDir } from '@agency-support/sandbox/temporary-postgres'

const sizeMb = 128
const blocks = [1024 * 1024, 64 * 1024, 8 * 1024].map((size) => Buffer.alloc(size, 'x'))

/** A disk of its own that can be filled, on which a database keeps its tables. */
export interface SmallDisk extends Disposable {
  /** For a tablespace. */
  folder: string
  fill(): void
  empty(): void
}

/** Mounts one in memory; undefined where this account may not mount. */
export function mountSmallDisk(): SmallDisk | undefined {
  const dir = makeTemporaryDir()
  const place = join(dir, 'disk')
  mkdirSync(place)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    rmSync(dir, { recursive: true })
    return undefined
  }
  const folder = join(place, 'tables')
  mkdirSync(folder)
  const account = databaseAccount()
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const ballast = join(place, 'ballast')
  return {
    folder,
    fill: () => fillUp(ballast),
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['-l', place])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Writes until nothing fits any more. */
function fillUp(file: string): void {
  const open = openSync(file, 'a')
  for (const block of blocks) while (fits(open, block));
  closeSync(open)
}

function fits(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
