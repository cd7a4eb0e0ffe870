/** A parsed element: name, text and child elements. */
export interface Element {
  name: string
  text: string
  children: Element[]
}

/** An element with text or children; undefined text omits the element. */
export function tag(name: string, inside: string | number | undefined | readonly string[]): string {
  if (inside === undefined) return ''
  const text = Array.isArray(inside) ? inside.join('') : escape(String(inside))
  return text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`
}

/** A document with Bandwidth's XML declaration. */
export function toDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${root}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Parses a document of plain elements; undefined if it is not well-formed. */
export function readXml(source: string): Element | undefined {
  const top: Element = { name: '', text: '', children: [] }
  const open = [top]
  const body = source.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
  let end = 0
  for (const match of body.matchAll(/([^<]*)<(\/?)([A-Za-z][\w.-]*)\s*(\/?)>/g)) {
    if (match.index !== end) return undefined
    end = match.index + match[0].length
    const [, text = '', closes, name = '', closesItself] = match
    const current = open.at(-1)
    if (current === undefined || (current === top && text.trim() !== '')) return undefined
    current.text += unescape(text)
    if (closes === '/') {
      if (current.name !== name || open.pop() === top) return undefined
    } else {
      const made: Element = { name, text: '', children: [] }
      current.children.push(made)
      if (closesItself === '') open.push(made)
    }
  }
  const isWhole = open.length === 1 && body.slice(end).trim() === '' && top.children.length === 1
  return isWhole ? top.children[0] : undefined
}

/** The trimmed text at a path of element names; undefined without one. */
export function textAt(element: Element | undefined, ...path: readonly string[]): string | undefined {
  return childAt(element, ...path)?.text.trim()
}

/** The element at a path of element names; undefined without one. */
export function childAt(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce((found, name) => found?.children.find((child) => child.name === name), element)
}
