import type { Client } from 'pg'

/** The values of the column `it` of a statement's rows. */
export async function readColumn<T>(client: Client, statement: string): Promise<T[]> {
  const { rows } = await client.query<{ it: T }>(statement)
  return rows.map(({ it }) => it)
}
