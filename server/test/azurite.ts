import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { installOnce } from '@agency-support/sandbox/install-once'
import { checkout } from '@agency-support/sandbox/paths'
import { findFreePort } from './free-port.ts'

const folder = join(checkout, 'sandbox/azurite')
const program = join(folder, 'node_modules/azurite/dist/src/blob/main.js')
const account = 'emulated'

/** The Azure Blob Storage emulator, with one account and its data in memory. */
export interface Azurite {
  /** Connection string of the account, with its own key or another one. */
  connection(options?: { key?: string; account?: string }): string
  stop(): Promise<void>
}

/** Starts the emulator on a free port; installs it if missing. */
export async function startAzurite(): Promise<Azurite> {
  // Installed separately: it is large, old, and only needed for the tests of the blob store.
  installOnce(program, { folder, how: ['ci'] })
  const port = await findFreePort()
  const key = randomBytes(64).toString('base64')
  const options = ['--inMemoryPersistence', '--silent', '--disableTelemetry']
  const address = ['--blobHost', '127.0.0.1', '--blobPort', String(port)]
  const child = spawn(process.execPath, [program, ...options, ...address], {
    cwd: folder,
    env: { ...process.env, AZURITE_ACCOUNTS: `${account}:${key}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const listens = new Promise((resolve) => {
    // Drain the output; a program with a full pipe would block.
    child.stdout.on('data', (said: Buffer) => {
      if (said.includes('successfully listens')) resolve(undefined)
    })
  })
  await Promise.race([listens, ended])
  if (child.exitCode !== null) throw new Error(`Azurite ended with exit code ${child.exitCode}.`)
  return {
    connection: ({ key: shown = key, account: name = account } = {}) =>
      `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${shown};BlobEndpoint=http://127.0.0.1:${port}/${name};`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
