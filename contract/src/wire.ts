import type { NestedWire } from './nested-command.ts'

/** How a call is sent: method, path and where its input goes. Paths are exactly as documented. */
export type Wire = CommandWire | NestedWire | QueryWire | BodyWire | UploadWire | MultipartWire | HookWire

/** POST with a JSON body whose `command` field names the call. */
export interface CommandWire {
  form: 'command'
  method: 'POST'
  path: string
  command: string
}

/** GET or DELETE; the input is text in the path's {parts} and the query. */
export interface QueryWire {
  form: 'query'
  method: 'GET' | 'DELETE'
  path: string
  /** Only served if this server option is on. */
  onlyWith?: 'signinGet'
}

/** POST with a JSON body and no command field. */
export interface BodyWire {
  form: 'body'
  method: 'POST'
  path: string
}

/** POST with bytes as its body; the input is text in the path's {parts} and the query. */
export interface UploadWire {
  form: 'upload'
  method: 'POST'
  path: string
}

/** POST with a multipart form of one file; the input is text in the path's {parts} and the query. */
export interface MultipartWire {
  form: 'multipart'
  method: 'POST'
  path: string
  /** Name of the part. */
  part: string
  /** Maximum size of the file in bytes, and the sentence for a larger one. */
  maxBytes: number
  tooLarge: string
}

/** How a provider proves that a webhook request is its own: a signature over the body, or Basic credentials. */
export type Proof = 'sendgrid5x' | 'sendgrid6x' | 'bandwidth'

/** POST by a provider in its own format; the input is the body's JSON or text. Answered with 204 without a body. */
export interface HookWire {
  form: 'hook'
  method: 'POST'
  path: string
  proof: Proof
  body: 'json' | 'text'
}

/** `POST path {command: name, …}`. */
export function command(path: string, name: string): CommandWire {
  return { form: 'command', method: 'POST', path, command: name }
}

/** `GET path?…`, with {parts} of the path taken from the input. */
export function get(path: string, options: Pick<QueryWire, 'onlyWith'> = {}): QueryWire {
  return { form: 'query', method: 'GET', path, ...options }
}

/** `DELETE path?…`. */
export function del(path: string): QueryWire {
  return { form: 'query', method: 'DELETE', path }
}

/** `POST path` with the input as its JSON body. */
export function post(path: string): BodyWire {
  return { form: 'body', method: 'POST', path }
}

/** `POST path?…` with application/octet-stream as its body. */
export function upload(path: string): UploadWire {
  return { form: 'upload', method: 'POST', path }
}

/** `POST path?…` with one file as multipart/form-data. */
export function multipart(
  path: string,
  { part, maxBytes, tooLarge }: Pick<MultipartWire, 'part' | 'maxBytes' | 'tooLarge'>,
): MultipartWire {
  return { form: 'multipart', method: 'POST', path, part, maxBytes, tooLarge }
}

/** `POST path` in a provider's format. */
export function hook(path: string, { proof, body }: Pick<HookWire, 'proof' | 'body'>): HookWire {
  return { form: 'hook', method: 'POST', path, proof, body }
}
