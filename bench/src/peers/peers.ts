import { type CaseName, type Fixtures, toBody } from '../cases.ts'

/**
 * Ready-made consoles that work over the tables as they are, without signing in to them, without permissions of rows and,
 * in AdminJS, without a journal: all in their favour. NocoDB, which asks for a package beside the registry of npm, is not
 * among them. Users of an agency have a key of two columns, which Directus leaves out.
 */
export const peerNames = ['adminjs', 'directus'] as const
export type PeerName = (typeof peerNames)[number]

/** What all of them are asked for. Of a text they give 50 agencies by name, where the product gives up to 500 by rank. */
export const peerCases = [
  'config',
  'first page',
  'rare fragment',
  'middling fragment',
  'common fragment',
  'rename',
] as const satisfies readonly CaseName[]
export type PeerCase = (typeof peerCases)[number]

interface PeerRequest {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
}

/** What {@link toBody} may hold. */
interface Asked {
  agencyId?: number
  name?: string
  searchText?: string
}

/** The token of the one account that Directus has. */
export const directusToken = 'bench-token'
const rows = 50

const requests: Readonly<Record<PeerName, Readonly<Record<PeerCase, (asked: Asked) => PeerRequest>>>> = {
  adminjs: {
    config: ({ agencyId }) => get(`${adminjs('agency')}/records/${agencyId}/show`),
    'first page': () => get(`${adminjs('journal')}/actions/list?perPage=${rows}&sortBy=seq&direction=desc`),
    'rare fragment': adminSearch,
    'middling fragment': adminSearch,
    'common fragment': adminSearch,
    rename: ({ agencyId, name = '' }) => ({
      method: 'POST',
      path: `${adminjs('agency')}/records/${agencyId}/edit`,
      body: { name, name_folded: name.toLowerCase() },
    }),
  },
  directus: {
    config: ({ agencyId }) => get(`/items/agency/${agencyId}`),
    'first page': () => get(`/items/journal?sort=-seq&limit=${rows}`),
    'rare fragment': directusSearch,
    'middling fragment': directusSearch,
    'common fragment': directusSearch,
    rename: ({ agencyId, name = '' }) => ({
      method: 'PATCH',
      path: `/items/agency/${agencyId}`,
      body: { name, name_folded: name.toLowerCase() },
    }),
  },
}

function get(path: string): PeerRequest {
  return { method: 'GET', path }
}

function adminjs(table: string): string {
  return `/admin/api/resources/${table}`
}

function adminSearch({ searchText = '' }: Asked): PeerRequest {
  const filter = `filters.name=${encodeURIComponent(searchText)}`
  return get(`${adminjs('agency')}/actions/list?${filter}&perPage=${rows}&sortBy=name&direction=asc`)
}

function directusSearch({ searchText = '' }: Asked): PeerRequest {
  const filter = `filter%5Bname%5D%5B_icontains%5D=${encodeURIComponent(searchText)}`
  return get(`/items/agency?${filter}&sort=name&limit=${rows}`)
}

/** Request number `count` of a case as this peer takes it. */
export function toPeerRequest(
  peer: PeerName,
  name: PeerCase,
  fixtures: Fixtures,
  count: number,
): PeerRequest {
  return requests[peer][name](toBody(name, fixtures, count))
}

/** The same as bytes. */
export function makePeerRequest(...asked: Parameters<typeof toPeerRequest>): string {
  const { method, path, body } = toPeerRequest(...asked)
  const sent = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    `authorization: Bearer ${directusToken}`,
    ...(body === undefined ? [] : ['content-type: application/json']),
    `content-length: ${Buffer.byteLength(sent)}`,
    '',
    sent,
  ].join('\r\n')
}
