import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SignInAnswer } from './software.ts'

/** Signs a user in at an agency. */
export interface SignsIn {
  signIn(typed: { username: string; password: string }): Promise<SignInAnswer>
}

/** The page for signing in at one of the agencies. */
export interface SignInPage {
  origin: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const maxForm = 4_096
const path = '/'

/** Starts it on a local port; 0 takes any free one. */
export async function startSignInPage(
  agencies: ReadonlyMap<number, SignsIn>,
  port: number,
): Promise<SignInPage> {
  const server = createServer((request, response) => {
    answer(agencies, request, response).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  agencies: ReadonlyMap<number, SignsIn>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url !== path) return send(response, 404, 'There is no such page.', 'text/plain')
  if (request.method !== 'POST') return send(response, 200, pageHtml({ agencyId: '', username: '' }))
  if (!(Number(request.headers['content-length']) <= maxForm))
    return send(response, 413, 'This is too long.', 'text/plain')
  const form = new URLSearchParams(await text(request))
  const get = (name: string): string => form.get(name)?.trim() ?? ''
  const typed = { agencyId: get('agencyId'), username: get('username') }
  const agency = agencies.get(Number(typed.agencyId))
  const went =
    agency === undefined
      ? { isIn: false, sentence: `No agency ${typed.agencyId} has its software running here.` }
      : await agency.signIn({ username: typed.username, password: form.get('password') ?? '' })
  send(response, 200, pageHtml(typed, went))
}

function send(response: ServerResponse, status: number, body: string, type = 'text/html'): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    .end(body)
}

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{margin:0;padding:24px;background:Canvas;color:CanvasText}
form{display:grid;grid-template-columns:max-content 240px;gap:8px 16px;align-items:center}
button{grid-column:2;justify-self:start;font:inherit;padding:4px 16px}input{font:inherit}`

function pageHtml(typed: { agencyId: string; username: string }, went?: SignInAnswer): string {
  const field = (name: string, label: string, value: string, type = 'text') =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" required autocomplete="off" value="${escapeHtml(value)}">`
  const said = went === undefined ? '' : `<p role="status"><strong>${escapeHtml(went.sentence)}</strong></p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sign in at an agency</title><style>${style}</style></head>
<body><main><h1>Sign in at an agency</h1>
<p>This stands in for the program of the agencies. It lets in the temporary users that were made in the console.</p>
${said}<form method="post" action="${path}">${field('agencyId', 'Agency id', typed.agencyId)}
${field('username', 'User', typed.username)}${field('password', 'Password', '', 'password')}
<button>Sign in</button></form></main></body></html>`
}

function escapeHtml(raw: string): string {
  return raw.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
