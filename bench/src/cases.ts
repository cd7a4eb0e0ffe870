/** What requests are made of. */
export interface Fixtures {
  /** The origin that requests claim to come from. */
  origin: string
  /** One for each of the people who take turns. */
  cookies: readonly string[]
  ids: readonly number[]
  fragments: readonly string[]
}

export const caseNames = ['search by fragment', 'search by id', 'config', 'rename'] as const
export type CaseName = (typeof caseNames)[number]

/** A version that no agency reaches: it overwrites knowingly, and is compared all the same. */
const anyVersion = 2_000_000_000

/** The body of the request number `count` of a case; two numbers never give the same name to an agency. */
export function toBody(name: CaseName, { ids, fragments }: Fixtures, count: number): object {
  const agencyId = ids[count % ids.length]
  switch (name) {
    case 'search by fragment':
      return { command: 'AgencySearch', searchText: fragments[count % fragments.length] }
    case 'search by id':
      return { command: 'AgencySearch', searchText: String(agencyId) }
    case 'config':
      return { command: 'GetAgencyConfig', agencyId }
    case 'rename':
      return { command: 'UpdateAgencyName', agencyId, name: `Harbor Insurance ${count}`, version: anyVersion }
  }
}

/** Request number `count` as bytes, with the headers the console's browser sends. */
export function makeRequest(name: CaseName, fixtures: Fixtures, count: number): string {
  const body = JSON.stringify(toBody(name, fixtures, count))
  const { origin, cookies } = fixtures
  return [
    'POST /api/request HTTP/1.1',
    `host: ${new URL(origin).host}`,
    'user-agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'accept: */*',
    'accept-language: en-US,en;q=0.9',
    `origin: ${origin}`,
    'sec-fetch-site: same-origin',
    'sec-fetch-mode: cors',
    `referer: ${origin}/agencies`,
    `cookie: ${cookies[count % cookies.length]}`,
    'x-idle-seconds: 0',
    ...(name === 'rename' ? [`idempotency-key: bench-${count}-1f0b5a52c6c94f0f`] : []),
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
