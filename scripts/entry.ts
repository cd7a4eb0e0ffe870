import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * True if the module of this `import.meta.url` is the started script. `import.meta.main` does not work: the launcher
 * imports scripts instead of spawning them.
 */
export function isEntry(url: string): boolean {
  const started = process.argv[1]
  return started !== undefined && realpathSync(resolve(started)) === realpathSync(fileURLToPath(url))
}

/** Runs a script's main function; an error ends it with its message, without a stack, and exit code 1. */
export async function runMain(main: () => void | Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
