import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPageName, pageHtml, pages, readyScript } from './page.ts'

export interface ManagementSite {
  origin: string
  /** Site key to address, in the format of the console's settings. */
  addresses: Readonly<Record<string, string>>
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Frame settings for a console opened as localhost. */
export function sandboxFrames(addresses: ManagementSite['addresses']) {
  return { hosts: { localhost: 'dev', '127.0.0.1': 'dev' }, self: '', bases: { dev: addresses } }
}

/** Starts the replacement of the 6.x management site on a free port. */
export async function startManagementSite(): Promise<ManagementSite> {
  const server = createServer((request, response) => answer(request.url ?? '/', response))
  server.listen(0, host)
  await once(server, 'listening')
  // A different host name than the console's, so that the browser does not send it the console's cookies.
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    origin,
    addresses: Object.fromEntries(Object.entries(pages).map(([name, site]) => [site, `${origin}/${name}`])),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(url: string, response: ServerResponse): void {
  const [, name, agencyId, ...rest] = new URL(url, 'http://site').pathname.split('/')
  const known = isPageName(name) && /^[0-9]{0,8}$/.test(agencyId ?? '') && rest.length === 0
  if (known) return send(response, 200, 'text/html', pageHtml(name, agencyId === '' ? undefined : agencyId))
  if (name === 'ready.js') return send(response, 200, 'text/javascript', readyScript)
  send(response, 404, 'text/plain', 'There is no such page.')
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(body)
}
