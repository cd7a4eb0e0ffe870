/** The query of an address: text by name, as parsed by the router. */
type Given = Readonly<Record<string, unknown>>

/** The query of an address, as text: an id keeps its leading zeros. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The query with its question mark, without undefined parameters; nothing for none. */
export function formatQuery(search: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(search).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}

/** Reads one query parameter; undefined if it is missing or not understood. */
type Read<Value> = (text: string) => Value | undefined

/** A screen's query parameters; missing or invalid ones are undefined. */
export type SearchSchema<Values extends object> = (given: Given) => {
  [Key in keyof Values]?: Values[Key] | undefined
}

/** Any text. */
export const text: Read<string> = (given) => given

/** One of these words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Read<Word> {
  return (given) => words.find((word) => word === given)
}

/** Builds the parser of a screen's query, for `screen({ search })`; other parameters are left alone. */
export function searchSchema<Values extends object>(
  reads: {
    [Key in keyof Values]: Read<Values[Key]>
  },
): SearchSchema<Values> {
  const entries = Object.entries<Read<unknown>>(reads)
  return (given) =>
    Object.fromEntries(
      entries.map(([name, read]) => {
        const value = given[name]
        return [name, typeof value === 'string' ? read(value) : undefined]
      }),
    ) as ReturnType<SearchSchema<Values>>
}
