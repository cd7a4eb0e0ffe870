import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a file in `deploy/` has the server started and stopped, word for word. */
export interface Deployed {
  program: string
  args: string[]
  /** What it sets itself; the settings of a server come over it. */
  environment: Record<string, string>
  stopSignal: NodeJS.Signals
}

/** Whether systemd-analyze is there to look at a unit. */
export const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined

/** The systemd unit of a release. Throws where a line is missing. */
export function readUnit(release: string): Deployed {
  const valueOf = valuesIn(join(release, 'deploy/agency-support.service'), '=')
  return deployed(valueOf('ExecStart').split(' '), valueOf('Environment'), valueOf('KillSignal'))
}

/** The image that the Containerfile of a release makes, and how it asks whether its server lives. Throws as above. */
export function readImage(release: string): Deployed & { healthCheck: string[] } {
  const valueOf = valuesIn(join(release, 'deploy/Containerfile'), ' ')
  const words = [...toWords(valueOf('ENTRYPOINT')), ...toWords(valueOf('CMD'))]
  const healthCheck = toWords(valueOf('HEALTHCHECK').replace(/^.* CMD /, ''))
  return { ...deployed(words, valueOf('ENV'), valueOf('STOPSIGNAL')), healthCheck }
}

function toWords(list: string): string[] {
  const words: string[] = JSON.parse(list)
  return words
}

function valuesIn(path: string, separator: string): (name: string) => string {
  const lines = readFileSync(path, 'utf8').split('\n')
  return (name) => {
    const found = lines.filter((line) => line.startsWith(name + separator))
    if (found.length !== 1) throw new Error(`${path} has ${found.length} lines ${name}, not one.`)
    return String(found[0]).slice(name.length + separator.length)
  }
}

function deployed([program = '', ...args]: string[], environment: string, stopSignal: string): Deployed {
  const pairs = environment.split(' ').map((pair) => pair.split('=', 2))
  return { program, args, environment: Object.fromEntries(pairs), stopSignal: stopSignal as NodeJS.Signals }
}

/**
 * What systemd says against the unit of a release under a name, `NAME@.service` as its instance 4001; with folders and
 * files that are there in place of those of an installation, and one more line of its service.
 */
export function verifyUnit(release: string, folder: string, name: string, line = ''): string[] {
  const settings = join(folder, 'agency-support.env')
  writeFileSync(settings, '')
  const unit = readFileSync(join(release, 'deploy/agency-support.service'), 'utf8')
    .replace('/opt/agency-support/current', release)
    .replace('/etc/agency-support.env', settings)
    .replace('[Service]\n', `[Service]\n${line}\n`)
  writeFileSync(join(folder, name), unit)
  const path = join(folder, name.replace('@.', '@4001.'))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
  // It also tells what it has against units of this machine, and of a key that it does not know it ends with 0.
  const said = stderr.split('\n').filter((text) => text.includes('agency-support'))
  return status === 0 || said.length > 0 ? said : [`systemd-analyze ended with ${status}: ${stderr}`]
}
