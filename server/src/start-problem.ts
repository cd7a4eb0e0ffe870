import { ConfigProblem } from './settings/config.ts'

/** Why a server did not start, one sentence each; begins with the setting to change. */
export function startProblems(error: unknown): readonly string[] {
  if (error instanceof ConfigProblem) return error.sentences
  if (!(error instanceof Error)) return [String(error)]
  const {
    code,
    syscall,
    address,
    hostname,
    port,
    prefix = '',
  } = error as NodeJS.ErrnoException & {
    address?: string
    hostname?: string
    port?: number
    /** Prefix of the settings that name the address, if they are not HOST and PORT. */
    prefix?: string
  }
  // Such errors of the database have already become a ConfigProblem.
  if (syscall === 'getaddrinfo') return [`${prefix}HOST: the name ${hostname} is not known (${code}).`]
  // A worker listens through the supervising process, which only reports `bind`.
  if (syscall !== 'listen' && syscall !== 'bind') return [error.message.split('\n')[0] ?? '']
  if (code === 'EADDRINUSE') return [`${prefix}PORT: another program listens on port ${port} of ${address}.`]
  if (code === 'EACCES') return [`${prefix}PORT: this account may not listen on port ${port}.`]
  return [`${prefix}HOST: this machine cannot listen on ${address} (${code}).`]
}
