import type { ApiAnswer } from '../answer.ts'
import { toDocument, tag } from './xml.ts'

/** A request, as seen by the handlers of both APIs. */
export interface ApiRequest {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: string
  /** Address under which this API was called, for links to itself. */
  base: string
}

export type ApiHandler = (request: ApiRequest) => ApiAnswer

/** A document of XML. */
export function xmlAnswer(
  root: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): ApiAnswer {
  return { status, body: toDocument(root), type: 'application/xml; charset=utf-8', headers }
}

/** An error in the format of the numbers API, with the root element of the request. */
export function xmlError(status: number, root: string, code: string, description: string): ApiAnswer {
  const said = tag('ResponseStatus', [tag('ErrorCode', code), tag('Description', description)])
  return xmlAnswer(tag(root, [said]), status)
}

/** A document of JSON. */
export function jsonAnswer(value: unknown, status = 200): ApiAnswer {
  return { status, body: JSON.stringify(value), type: 'application/json; charset=utf-8' }
}

/** An instant in the numbers API's format, with milliseconds and Z. */
export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
