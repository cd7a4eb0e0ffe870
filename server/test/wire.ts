import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { nestedBody } from '@agency-support/contract/nested-command'
import type { Sent } from './exchange.ts'
import { toForm } from './form.ts'
import { samplePicture } from './pictures.ts'

/** The request that carries a call, built from the contract alone. */
export function wireForm<C extends AnyCall>(call: C, input: ClientIn<C>): Sent {
  return looseWireForm(call, input)
}

/** The same for input of any shape, to see it refused. */
export function looseWireForm(call: AnyCall, input: unknown): Sent {
  const { at } = call
  const fields: Record<string, unknown> = { ...Object(input) }
  if (at.form === 'query') return { method: at.method, path: queryPath(at.path, fields) }
  if (at.form === 'upload')
    return {
      method: at.method,
      path: queryPath(at.path, fields),
      headers: { 'content-type': 'application/octet-stream' },
      body: '',
    }
  if (at.form === 'multipart')
    return {
      method: at.method,
      path: queryPath(at.path, fields),
      ...toForm([{ name: at.part, bytes: samplePicture }]),
    }
  if (at.form === 'hook')
    return {
      method: at.method,
      path: at.path,
      body: at.body === 'text' ? String(input) : JSON.stringify(input),
    }
  const body =
    at.form === 'command'
      ? { ...fields, command: at.command }
      : at.form === 'nested'
        ? nestedBody(at, fields)
        : fields
  return {
    method: at.method,
    path: at.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

function queryPath(path: string, fields: Record<string, unknown>): string {
  const rest = new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => {
    const value = rest.get(name) ?? ''
    rest.delete(name)
    // As the query does it: half a surrogate pair has no bytes in UTF-8.
    return encodeURIComponent(value.toWellFormed())
  })
  const query = new URLSearchParams([...rest]).toString()
  return query === '' ? filled : `${filled}?${query}`
}
