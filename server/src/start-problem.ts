import { ConfigProblem } from './config.ts'

/** Why a server did not start, a sentence each; the variable that is to be changed stands in front. */
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
    /** In front of the settings that name the address, where they are not HOST and PORT. */
    prefix?: string
  }
  // What the database says of names and addresses has become a ConfigProblem.
  if (syscall === 'getaddrinfo') return [`${prefix}HOST: the name ${hostname} is not known (${code}).`]
  // A worker listens by the process that looks after it, which tells only of the bind.
  if (syscall !== 'listen' && syscall !== 'bind') return [error.message.split('\n')[0] ?? '']
  if (code === 'EADDRINUSE') return [`${prefix}PORT: another program listens on port ${port} of ${address}.`]
  if (code === 'EACCES') return [`${prefix}PORT: this account may not listen on port ${port}.`]
  return [`${prefix}HOST: this machine cannot listen on ${address} (${code}).`]
}
