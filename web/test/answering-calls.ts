import type { ServerResponse } from 'node:http'
import { type Asked, answeringServer, json } from './answering-server.ts'

interface Envelope {
  code: number
  message: string
  data: readonly unknown[]
}

/** The fields that a call was sent, in its body or its query. */
type Input = Readonly<Record<string, unknown>>
/** What a call is answered: an envelope, or an HTTP status without one. */
type Answer = Envelope | number
type Answers = Readonly<Record<string, Answer | ((input: Input) => Answer | Promise<Answer>)>>

/** Success, with these items. */
export const done = (...data: readonly unknown[]): Envelope => ({ code: 0, message: '', data })
/** A refusal, with its item if it has one. */
export const refused = (code: number, message: string, ...data: readonly unknown[]): Envelope => ({
  code,
  message,
  data,
})

/** A real server until the test ends that answers calls by the name of their command, or else by their path. */
export async function answeringCalls(answers: Answers) {
  const sent: { name: string; input: Input }[] = []
  const respond = async ({ path, body }: Asked, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(path, 'http://server')
    const given = { ...Object.fromEntries(searchParams), ...(body === '' ? {} : (JSON.parse(body) as Input)) }
    const { command: name = pathname, ...input } = given as { command?: string } & Input
    sent.push({ name, input })
    const known = answers[name] ?? 404
    const answer = typeof known === 'function' ? await known(input) : known
    if (typeof answer === 'number') json(response, { message: 'Not answered.' }, answer)
    else json(response, answer)
  }
  await answeringServer((one, response) => void respond(one, response))
  return {
    /** The names of the calls in the order in which they came. */
    names: () => sent.map(({ name }) => name),
    /** What the calls of this name were sent. */
    inputs: (asked: string) => sent.flatMap(({ name, input }) => (name === asked ? [input] : [])),
  }
}

/** An answer that is given when `give` is called; until then the call is under way. */
export function lateAnswer() {
  let give: (answer: Answer) => void = () => undefined
  const promise = new Promise<Answer>((resolve) => (give = resolve))
  return { answer: () => promise, give }
}
