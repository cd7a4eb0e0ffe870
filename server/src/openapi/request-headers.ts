import { type AnyCall, takesIdempotencyKey } from '@agency-support/contract/call'
import type { Json } from './json-schema.ts'

const once = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Sent again within a day with the same request, it gets the first answer and has no other effect.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}
const idle = {
  name: 'X-Idle-Seconds',
  in: 'header',
  required: false,
  description:
    'Whole seconds since the last input of the person at work. Without it a request is no input: a session ends 30 minutes after the last.',
  schema: { type: 'integer', minimum: 0, maximum: 99_999 },
}
const range = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'One part of the file, such as bytes=0-999; answered with 206.',
  schema: { type: 'string' },
}
const lastEvent = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event that arrived: the stream goes on behind it.',
  schema: { type: 'string' },
}

function takes({ answer }: AnyCall, type: string): boolean {
  return answer.form === 'raw' && answer.contentType.startsWith(type)
}

/** True for calls that authenticate a person by the session cookie. */
function hasSession({ access }: AnyCall): boolean {
  return access === 'restricted' || access === 'session' || access === 'staff'
}

/** Parameters for the headers that at least one of these calls uses. */
export function requestHeaders(calls: readonly AnyCall[]): Json[] {
  const headers: [Json, (call: AnyCall) => boolean][] = [
    [once, takesIdempotencyKey],
    [idle, hasSession],
    [range, (call) => takes(call, 'application/octet-stream') && call.at.form === 'query'],
    [lastEvent, (call) => takes(call, 'text/event-stream')],
  ]
  return headers.filter(([, isFor]) => calls.some(isFor)).map(([header]) => header)
}
