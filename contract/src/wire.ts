import type { NestedWire } from './nested-command.ts'

/** How a call travels: method, path and where its input sits. Paths are the documents', to the letter. */
export type Wire = CommandWire | NestedWire | QueryWire | BodyWire | UploadWire | MultipartWire | HookWire

/** POST with a JSON body whose `command` field names the call. */
export interface CommandWire {
  form: 'command'
  method: 'POST'
  path: string
  command: string
}

/** GET or DELETE; input comes as text from the path's {parts} and the query. */
export interface QueryWire {
  form: 'query'
  method: 'GET' | 'DELETE'
  path: string
  /** Served only when this server option is on. */
  onlyWith?: 'signinGet'
}

/** POST with a JSON body and no command field. */
export interface BodyWire {
  form: 'body'
  method: 'POST'
  path: string
}

/** POST with bytes as its body; input comes as text from the path's {parts} and the query. */
export interface UploadWire {
  form: 'upload'
  method: 'POST'
  path: string
}

/** POST with a form of one part that is a file; input comes as text from the path's {parts} and the query. */
export interface MultipartWire {
  form: 'multipart'
  method: 'POST'
  path: string
  /** Name of the part. */
  part: string
  /** Longest file, and the sentence for one that is longer. */
  maxBytes: number
  tooLarge: string
}

/** How a provider shows that a webhook's request is its own: a signature over the body, or Basic credentials. */
export type Proof = 'sendgrid5x' | 'sendgrid6x' | 'bandwidth'

/** POST by a provider, in its own form; the input is the body's JSON, or its text. Answered with 204 and no body. */
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

/** `POST path?…` with multipart/form-data of one file as its body. */
export function multipart(
  path: string,
  { part, maxBytes, tooLarge }: Pick<MultipartWire, 'part' | 'maxBytes' | 'tooLarge'>,
): MultipartWire {
  return { form: 'multipart', method: 'POST', path, part, maxBytes, tooLarge }
}

/** `POST path` with what a provider sends. */
export function hook(path: string, { proof, body }: Pick<HookWire, 'proof' | 'body'>): HookWire {
  return { form: 'hook', method: 'POST', path, proof, body }
}
