import { toDocument, tag } from './xml.ts'

/** What is answered; a body that is '' travels as none. */
export interface Answered {
  status: number
  body: string
  type?: string
  headers?: Readonly<Record<string, string>>
}

/** What came, as the handlers of both APIs see it. */
export interface Asked {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: string
  /** Where this API was reached at, for links to itself. */
  base: string
}

export type Answerer = (asked: Asked) => Answered

/** A document of XML. */
export function xmlAnswer(
  root: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answered {
  return { status, body: toDocument(root), type: 'application/xml; charset=utf-8', headers }
}

/** A failure as the numbers API words it, in the root that the question has. */
export function xmlError(status: number, root: string, code: string, description: string): Answered {
  const said = tag('ResponseStatus', [tag('ErrorCode', code), tag('Description', description)])
  return xmlAnswer(tag(root, [said]), status)
}

export function jsonAnswer(value: unknown, status = 200): Answered {
  return { status, body: JSON.stringify(value), type: 'application/json; charset=utf-8' }
}

/** An instant as the numbers API writes it, with milliseconds and Z. */
export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
