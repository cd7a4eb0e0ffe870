/** What an address carries after its `?`: text by name, as the router's parser hands it over. */
type Given = Readonly<Record<string, unknown>>

/** Reads one parameter of an address; undefined where it says nothing that is understood. */
type Read<Value> = (text: string) => Value | undefined

/** A screen's parameters: each has its value, or is undefined where it is missing or makes no sense. */
export type SearchSchema<Values extends object> = (given: Given) => {
  [Key in keyof Values]?: Values[Key] | undefined
}

/** Any text. */
export const text: Read<string> = (given) => given

/** One of these words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Read<Word> {
  return (given) => words.find((word) => word === given)
}

/** What a screen reads of its address, for `screen({ search })`; nothing else of the address is touched. */
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
