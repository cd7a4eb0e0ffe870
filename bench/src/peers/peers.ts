import { type CaseName, type Fixtures, toBody } from '../cases.ts'

/**
 * Ready-made consoles on the same tables, without sign-in, row permissions and, in AdminJS, a journal: all in their
 * favour. NocoDB is missing, because it requires a package from outside the npm registry. Agency users have a
 * two-column key, which Directus does not support.
 */
export const peerNames = ['adminjs', 'directus'] as const
export type PeerName = (typeof peerNames)[number]

/**
 * The cases of all peers. For a search text they return 50 agencies by name, where the product returns up to 500 by
 * rank.
 */
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

/** Possible fields of {@link toBody}. */
interface SearchFields {
  agencyId?: number
  name?: string
  searchText?: string
}

/** The token of the only Directus account. */
export const directusToken = 'bench-token'
const rows = 50

const requests: Readonly<
  Record<PeerName, Readonly<Record<PeerCase, (fields: SearchFields) => PeerRequest>>>
> = {
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

function adminSearch({ searchText = '' }: SearchFields): PeerRequest {
  const filter = `filters.name=${encodeURIComponent(searchText)}`
  return get(`${adminjs('agency')}/actions/list?${filter}&perPage=${rows}&sortBy=name&direction=asc`)
}

function directusSearch({ searchText = '' }: SearchFields): PeerRequest {
  const filter = `filter%5Bname%5D%5B_icontains%5D=${encodeURIComponent(searchText)}`
  return get(`/items/agency?${filter}&sort=name&limit=${rows}`)
}

/** Request number `count` of a case, in this peer's format. */
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
