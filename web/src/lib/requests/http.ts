import { formatQuery } from '../address.ts'
import { attachmentName } from '../files/attachment-name.ts'
import { connection, isOfProxy } from './connection.ts'
import { idleSeconds } from '../idle.ts'
import { outage, outageSentence } from './outage.ts'
import { profileStore } from '../profile.ts'
import { readOnly } from './read-only.ts'
import { learnServerTime } from './server-time.ts'
import { awaitAnswer } from './slow-answer.ts'

/** Result of a request; `ok` means HTTP 200 and nothing else (spec-000 §9). */
export type Reply<B = unknown> =
  | { ok: true; status: 200; body: B }
  /**
   * `requestId` is the server's id for the request, if it answered. `isUnsent`: the browser was offline, so the
   * request was never sent. `outage`: what the server says about itself, for a caller with `showsOutage`.
   */
  | {
      ok: false
      status: number
      statusText: string
      message: string
      requestId?: string
      outage?: string
      isUnsent?: true
      body: null
    }

export interface RequestOptions {
  /** Query parameters; undefined ones are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Aborts the request when its screen is left. There is no timeout. */
  signal?: AbortSignal
  /** The caller shows what the server says about itself where the failure belongs, so that no banner does. */
  showsOutage?: boolean
  /** Sends the request to its end even if the page is left or closed meanwhile. */
  keepalive?: boolean
}

/** Reactions to a lost session or a missing permission; the app sets them once. */
export interface Reactions {
  unauthenticated(): void
  forbidden(message: string): void
}

/** Thrown by calls to addresses containing 'signin' for any status but 200 (spec-000 §8). */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
  readonly status: number
  constructor(status: number, desc: string) {
    super(desc)
    this.status = status
  }
}

const generic = 'An error occurred.'
let reactions: Reactions = { unauthenticated: () => undefined, forbidden: () => undefined }

/** Sets what happens when an answer says that the session or a permission is missing. */
export function onRefusal(given: Reactions): void {
  reactions = given
}

/** By then the answer that brought another cookie has arrived too. */
const crossedMs = 500

/**
 * Sends a request, and once more if the server knows no session: a confirmation, in this tab or another, replaces the
 * cookie, and what was on its way with the old one was not carried out.
 */
async function send(url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 401 || profileStore.get() === null) return response
  await new Promise((resolve) => setTimeout(resolve, crossedMs))
  return fetch(url, init)
}

async function request<B>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, ...options }: RequestOptions & { body?: unknown },
  read: (response: Response) => Promise<B>,
): Promise<Reply<B>> {
  // Absolute, so that it also works outside a page.
  const url = new URL(`${path}${formatQuery(options.query ?? {})}`, location.origin)
  const lossesBefore = connection.losses()
  const hadNetwork = navigator.onLine
  const answered = awaitAnswer()
  let response: Response
  try {
    response = await send(url, {
      method,
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      headers: {
        'x-idle-seconds': String(idleSeconds()),
        // For a form, the browser sets the content type with its boundary.
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    connection.unreachable()
    return { ...noAnswer(error), ...(hadNetwork ? {} : { isUnsent: true }) }
  } finally {
    answered()
  }
  if (isOfProxy(response.status)) connection.unreachable()
  else {
    connection.reached(lossesBefore)
    learnServerTime(response.headers.get('date'))
    readOnly.note(response.headers)
  }
  if (response.status !== 200) return refused(path, response, options)
  outage.note(200, undefined)
  return readWhole(response, read, options)
}

/** The answer with its body; a body that breaks off or cannot be parsed counts as no answer. */
async function readWhole<B>(
  response: Response,
  read: (response: Response) => Promise<B>,
  { signal }: RequestOptions,
): Promise<Reply<B>> {
  try {
    return { ok: true, status: 200, body: await read(response) }
  } catch (error) {
    if (signal?.aborted === true) throw error
    return noAnswer(error)
  }
}

function noAnswer(error?: unknown) {
  const message = error instanceof Error ? error.message : generic
  return { ok: false, status: 0, statusText: '', message, body: null } as const
}

async function refused(
  path: string,
  response: Response,
  { showsOutage = false }: RequestOptions,
): Promise<Reply<never>> {
  const { status, statusText } = response
  if (path.includes('signin')) throw new SignInFailed(status, signInDesc(response))
  // The server itself never answers so.
  if (isOfProxy(status)) return noAnswer()
  const message = await serverMessage(response)
  const ofOutage = showsOutage ? outageSentence(status, message) : undefined
  if (ofOutage === undefined) outage.note(status, message)
  if (status === 401) reactions.unauthenticated()
  if (status === 403) reactions.forbidden(message ?? generic)
  const shown = status === 400 ? (message ?? generic) : generic
  const requestId = response.headers.get('x-request-id')
  const noted = {
    ...(requestId === null ? {} : { requestId }),
    ...(ofOutage === undefined ? {} : { outage: ofOutage }),
  }
  return { ok: false, status, statusText, message: shown, ...noted, body: null }
}

/** The error header is base64 of UTF-8; without it the status text is used. */
function signInDesc(response: Response): string {
  const header = response.headers.get('x-signin-error')
  if (header === null) return response.statusText === '' ? generic : response.statusText
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(header), (sign) => sign.codePointAt(0) ?? 0))
  } catch {
    return response.statusText
  }
}

async function serverMessage(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = await response.json()
    const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

function readBody(response: Response): Promise<unknown> {
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true
  return isText ? response.text() : response.json()
}

/** POST with a JSON body or a form. */
export function post(path: string, body: unknown, options: RequestOptions = {}): Promise<Reply> {
  return request('POST', path, { ...options, body }, readBody)
}

/** The file in an answer, with the name given by its sender. */
async function readFile(response: Response): Promise<File> {
  const content = await response.blob()
  return new File([content], attachmentName(response.headers.get('content-disposition')), {
    type: content.type,
  })
}

/** POST that returns a file. */
export function postBlob(path: string, body: unknown, options: RequestOptions = {}): Promise<Reply<File>> {
  return request('POST', path, { ...options, body }, readFile)
}

/** GET with credentials. */
export function get(path: string, options: RequestOptions = {}): Promise<Reply> {
  return request('GET', path, options, readBody)
}

/** GET that returns a file. */
export function getBlob(path: string, options: RequestOptions = {}): Promise<Reply<File>> {
  return request('GET', path, options, readFile)
}

/** DELETE with credentials. */
export function del(path: string, options: RequestOptions = {}): Promise<Reply> {
  return request('DELETE', path, options, readBody)
}
