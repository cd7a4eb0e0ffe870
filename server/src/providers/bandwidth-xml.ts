import { XMLParser } from 'fast-xml-parser'
import { ProviderError } from './provider-error.ts'

/** An element: children are always lists by name, so that one and many look alike; text stays text. */
export type XmlElement = { readonly [name: string]: readonly (XmlElement | string)[] | undefined }

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  isArray: () => true,
})

/** Parses a document from Bandwidth. Throws ProviderError, which never quotes it. */
export function parseXml(provider: string, text: string): { root: string; element: XmlElement } {
  // Bandwidth declares no entities, and expanding them could turn a small answer into a huge one.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unreadable(provider)
  try {
    const [[root, [element] = []] = [], ...more] = Object.entries(parser.parse(text, true) as XmlElement)
    if (root !== undefined && element !== undefined && more.length === 0)
      return { root, element: typeof element === 'string' ? {} : element }
  } catch {
    // The parser's message quotes the answer, so it is dropped.
  }
  throw unreadable(provider)
}

const unreadable = (provider: string): ProviderError =>
  new ProviderError(provider, 'protocol', `${provider} gave an answer that is not the expected XML`)

/** All elements at a path of names. */
export function elementsAt(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element]
  for (const name of path)
    found = found.flatMap((one) => (one[name] ?? []).filter((child) => typeof child !== 'string'))
  return found
}

/** The non-empty texts of all elements at a path of names. */
export function textsAt(element: XmlElement, ...path: readonly [string, ...string[]]): readonly string[] {
  const name = path.at(-1) ?? ''
  return elementsAt(element, ...path.slice(0, -1)).flatMap((one) =>
    (one[name] ?? []).filter((child) => typeof child === 'string').filter((text) => text !== ''),
  )
}

/** The first of these texts; undefined if there is none. */
export function textAt(element: XmlElement, ...path: readonly [string, ...string[]]): string | undefined {
  return textsAt(element, ...path)[0]
}

/** Text escaped for a document. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
