import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { runProgram } from './program.ts'
import { makeCertificate } from './tls.ts'

/** The name that the example for nginx answers to. */
export const host = 'support.example.com'
const example = new URL('../../deploy/nginx.conf', import.meta.url)

/** Whether nginx is there to be started. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** An nginx that runs by the example. */
export interface RunningNginx extends AsyncDisposable {
  /** Where it speaks TLS. */
  port: number
  certificate: string
  readLog(): Promise<string>
  /** Its error log until now. */
  readErrors(): string
}

/** Leaves TLS out, for whoever measures what is behind it. */
export const withoutTls = (site: string): string =>
  site.replace('ssl http2', '').replaceAll(/^ *ssl_.*\n/gm, '')

/**
 * The example as it stands, in front of two processes, with ports, names of files and a certificate of its own, and what
 * else a test wants to have smaller.
 */
export async function startNginx(
  ports: readonly [number, number],
  change: (site: string) => string = (site) => site,
): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-nginx-'))
  const { certificate, key } = await makeCertificate(host, 30)
  const [tls, plain] = [await findFreePort(), await findFreePort()]
  const log = join(folder, 'access.log')
  const site = change(await readFile(example, 'utf8'))
    .replace('127.0.0.1:4000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports[1]}`)
    .replace('listen 443', `listen 127.0.0.1:${tls}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('/etc/ssl/certs/support.example.com.pem', join(folder, 'certificate.pem'))
    .replace('/etc/ssl/private/support.example.com.key', join(folder, 'key.pem'))
    .replace('/var/log/nginx/agency-support.log', log)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const whole = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${join(folder, 'pid')}; error_log stderr notice; events { worker_connections 8192; }
http { ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
${site} }`
  await writeFile(join(folder, 'certificate.pem'), certificate)
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'nginx.conf'), whole)
  const program = runProgram('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')])
  await program.says(/start worker process/)
  return {
    port: tls,
    certificate,
    readLog: () => readFile(log, 'utf8'),
    readErrors: program.output,
    [Symbol.asyncDispose]: async () => {
      program.child.kill()
      await program.ended
      await rm(folder, { recursive: true })
    },
  }
}
