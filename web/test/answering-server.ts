import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'

/** What Vitest keeps of the page. */
interface JSDOM {
  reconfigure: (change: { url: string }) => void
}

/** A received request. */
export interface Asked {
  method: string
  /** Path with query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** How the server answers a request. */
export type Answering = (asked: Asked, response: ServerResponse) => void

/** A real server on the console's own origin until the test ends; returns the requests as they arrive. */
export async function answeringServer(answer: Answering): Promise<Asked[]> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body }
      asked.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  // A page in jsdom has a location of its own, which nothing can take the place of.
  const { jsdom } = globalThis as { jsdom?: JSDOM }
  if (jsdom === undefined) vi.stubGlobal('location', new URL(url))
  else jsdom.reconfigure({ url })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })
  return asked
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** An empty browser storage. */
export function emptyStorage(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  }
}

/** Requests with paths go to the answering server, as they do from a page. */
export function fetchAsInPage(): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
    fetch(new URL(path, location.origin), options),
  )
}
