import type pg from 'pg'

const most = 1_000

/** Ids, and pieces of names as people type them, spread over all agencies; the same ones in every run. */
export async function readFixtures(client: pg.Client): Promise<{ ids: number[]; fragments: string[] }> {
  const { rows } = await client.query<{ agency_id: number; name: string }>(
    `select agency_id, name from agency where length(name) > 10 order by hashint4(agency_id) limit ${most}`,
  )
  return {
    ids: rows.map(({ agency_id }) => agency_id),
    fragments: rows.map(({ name }, at) => toFragment(name, at)),
  }
}

/** Four to nine characters from somewhere in a name. */
export function toFragment(name: string, at: number): string {
  const characters = Array.from(name)
  const length = 4 + (at % 6)
  const start = (at * 7) % Math.max(1, characters.length - length)
  return characters
    .slice(start, start + length)
    .join('')
    .trim()
}
