import axios, { type AxiosResponse } from 'axios'
import type { z } from 'zod'
import { checkProviderUrl } from '../settings/external-sites.ts'
import type { SettingReader } from '../settings/reader.ts'
import { AccessToken, type TokenClient } from './access-token.ts'
import type { ProviderParts } from './breaker.ts'
import type { ESignGroup, ESignProvider, ESignUser } from './esign-provider.ts'
import { ScimGroup, ScimUser, ScimUsers, toGroup } from './formstack-scim.ts'
import { Gate } from './gate.ts'
import { inTurns } from './in-turns.ts'
import { parseJsonAnswer } from './parse-answer.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'
import { toHttpOptions } from './provider-http.ts'

/** Formstack's addresses and our credentials. */
interface FormstackSettings extends TokenClient {
  /** URL of the SCIM service without a trailing slash; empty if not configured. */
  baseUrl: string
}

const provider = 'Formstack'

/** No useful answer is longer. */
const maxBytes = 1024 * 1024

/** Members of a group that are read concurrently. */
const atOnce = 16
/** Time for reading all members of a group while a person waits; at 100 ms for each that is 2,400 of them. */
const groupMs = 15_000

const exampleUrl = 'https://formstack.example/scim'

/** Reads ESIGN_BASE_URL, ESIGN_TOKEN_URL, ESIGN_CLIENT_ID and ESIGN_CLIENT_SECRET. */
function readSettings({ text, problem }: SettingReader): FormstackSettings {
  const baseUrl = text('ESIGN_BASE_URL', '').replace(/\/+$/, '')
  const settings = { baseUrl, tokenUrl: '', clientId: '', clientSecret: '' }
  if (baseUrl === '') return settings
  const tokenUrl = text('ESIGN_TOKEN_URL', '')
  checkProviderUrl('ESIGN_BASE_URL', baseUrl, exampleUrl, problem)
  checkProviderUrl('ESIGN_TOKEN_URL', tokenUrl, exampleUrl, problem)
  const [clientId, clientSecret] = [text('ESIGN_CLIENT_ID', ''), text('ESIGN_CLIENT_SECRET', '')]
  if (clientId === '' || clientSecret === '')
    problem('ESIGN_CLIENT_ID and ESIGN_CLIENT_SECRET are missing: the client that Formstack knows us by.')
  return { ...settings, tokenUrl, clientId, clientSecret }
}

const http = axios.create({
  ...toHttpOptions(maxBytes),
  responseType: 'text',
  transformResponse: (text: unknown) => text,
})

interface Sent {
  method: 'GET' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  key?: string
  signal: AbortSignal
}

function parse<S extends z.ZodType>(shape: S, { data }: AxiosResponse<string>): z.output<S> {
  return parseJsonAnswer(provider, shape, data)
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'notFound') return null
    throw error
  }
}

/** Failures that do not tell whether a change was made. */
const untold: ReadonlySet<ProviderFailure> = new Set(['unavailable', 'protocol'])

const toUserPath = (userId: string): string => `Users/${encodeURIComponent(userId)}`
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Formstack over SCIM 2.0; its only state is a token and the circuit breaker. */
class Formstack implements ESignProvider {
  readonly #baseUrl: string
  readonly #gate: Gate
  readonly #token: AccessToken

  constructor(settings: FormstackSettings, parts: ProviderParts) {
    this.#baseUrl = settings.baseUrl
    this.#gate = new Gate(provider, parts)
    this.#token = new AccessToken(provider, settings, parts.clock)
  }

  async getGroup(groupId: string): Promise<ESignGroup | null> {
    const deadline = Date.now() + groupMs
    const group = await this.#readGroup(groupId)
    return group === null ? null : toGroup(group, await this.#readUsers(group.memberIds, deadline))
  }

  async listMemberIds(groupId: string): Promise<string[] | null> {
    return (await this.#readGroup(groupId))?.memberIds ?? null
  }

  getUsers(userIds: readonly string[]): Promise<ESignUser[]> {
    return this.#readUsers(userIds)
  }

  getUser(userId: string): Promise<ESignUser | null> {
    return this.#ask(true, async (signal) => {
      const sent = { method: 'GET', path: toUserPath(userId), signal } as const
      const answer = await unlessMissing(this.#send(sent))
      return answer === null ? null : parse(ScimUser, answer)
    })
  }

  findUserByEmail(email: string): Promise<ESignUser | null> {
    const query = new URLSearchParams({
      filter: `userName eq ${JSON.stringify(email)}`,
      startIndex: '1',
      count: '1',
    })
    return this.#ask(true, async (signal) => {
      const answer = await this.#send({ method: 'GET', path: `Users?${query.toString()}`, signal })
      return parse(ScimUsers, answer)[0] ?? null
    })
  }

  setUserActive(userId: string, { active, key }: { active: boolean; key: string }): Promise<void> {
    const body = { schemas: [patchOp], Operations: [{ op: 'replace', path: 'active', value: active }] }
    return this.#change(userId, { method: 'PATCH', body, key }, (user) => user?.active === active)
  }

  removeUser(userId: string, key: string): Promise<void> {
    return this.#change(userId, { method: 'DELETE', key }, (user) => user === null)
  }

  #readGroup(groupId: string): Promise<z.output<typeof ScimGroup> | null> {
    return this.#ask(true, async (signal) => {
      const path = `Groups/${encodeURIComponent(groupId)}`
      const answer = await unlessMissing(this.#send({ method: 'GET', path, signal }))
      return answer === null ? null : parse(ScimGroup, answer)
    })
  }

  // Each is a request of its own to the gate: one that is slow or refused is no reason to read the others again.
  async #readUsers(userIds: readonly string[], deadline = Number.POSITIVE_INFINITY): Promise<ESignUser[]> {
    const read = (userId: string): Promise<ESignUser | null> => {
      if (Date.now() > deadline)
        throw new ProviderError(
          provider,
          'unavailable',
          `${provider} took too long for all accounts of a group`,
        )
      return this.getUser(userId)
    }
    const users = await inTurns(userIds, atOnce, read, this.#gate.breaker)
    return users.filter((user) => user !== null)
  }

  /**
   * Changes a user once. A missing user counts as success; if no answer came, or none that tells what was done, it reads
   * whether it was done, and only if that fails too nobody knows.
   */
  async #change(
    userId: string,
    { key, ...change }: Pick<Sent, 'method' | 'body'> & { key: string },
    isDone: (user: ESignUser | null) => boolean,
  ): Promise<void> {
    const sent = { ...change, path: toUserPath(userId), key: `${key}/${userId}` }
    try {
      await this.#ask(false, async (signal) => {
        const answer = await unlessMissing(this.#send({ ...sent, signal }))
        // A page of something in front of Formstack comes with 200 too.
        if (answer !== null && answer.status !== 204 && !isDone(parse(ScimUser, answer)))
          throw new ProviderError(provider, 'protocol', `${provider} answered without making the change`)
      })
    } catch (error) {
      if (!(error instanceof ProviderError) || error.isUnsent || !untold.has(error.kind)) throw error
      const done = await this.getUser(userId).then(isDone, () => undefined)
      if (done === true) return
      throw new ProviderError(provider, error.kind, error.message, {
        status: error.status,
        mayBeDone: done === undefined,
        cause: error,
      })
    }
  }

  async #ask<T>(isRead: boolean, once: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#baseUrl === '')
      throw new ProviderError(provider, 'unavailable', `${provider} is not set up`, { isUnsent: true })
    return this.#gate.ask({ isRead }, once)
  }

  /** Sends a request with a token. Throws ProviderError. */
  #send({ method, path, body, key, signal }: Sent): Promise<AxiosResponse<string>> {
    const data = body === undefined ? {} : { data: JSON.stringify(body) }
    return this.#token.use((token) =>
      http.request<string>({
        method,
        url: `${this.#baseUrl}/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/scim+json, application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        signal,
        ...data,
      }),
    )
  }
}

/** The adapter of Formstack. */
export const formstack = {
  settings: readSettings,
  open: (settings: FormstackSettings, parts: ProviderParts): ESignProvider => new Formstack(settings, parts),
}
