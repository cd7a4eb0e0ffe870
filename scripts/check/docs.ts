import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { listRepository, readRepository } from '../repository.ts'

/** What pages may refer to. */
export interface Repository {
  readonly paths: readonly string[]
  readonly npmScripts: readonly string[]
  /** Nouns and verbs of the CLI. */
  readonly cliWords: ReadonlySet<string>
}

/** References in pages to things that the repository lacks, as sentences; `pages` maps paths to Markdown. */
export function findDocProblems(pages: ReadonlyMap<string, string>, repository: Repository): string[] {
  const known = new Known(repository.paths)
  const anchors = new Map([...pages].map(([page, text]) => [page, listAnchors(text)]))
  return [...pages].flatMap(([page, text]) => {
    const prose = withoutFences(text)
    const problems = [
      ...listLinks(prose).map((link) => linkProblem(page, link, known)),
      ...listLinks(prose).map((link) => anchorProblem(page, link, anchors)),
      ...listPaths(prose).map((path) => pathProblem(page, path, known)),
      ...commandProblems(page, text, repository),
    ]
    return [...new Set(problems.filter((problem) => problem !== undefined))]
  })
}

const withoutFences = (text: string): string => text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
const listHeadings = (text: string): string[] =>
  [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)

/** The anchors that GitHub gives the headings of a page. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const heading of listHeadings(text)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let free = anchor
    for (let times = 1; anchors.has(free); times++) free = `${anchor}-${times}`
    anchors.add(free)
  }
  return anchors
}

class Known {
  readonly #all: ReadonlySet<string>
  readonly #endings: ReadonlySet<string>
  readonly #tops: ReadonlySet<string>

  constructor(paths: readonly string[]) {
    const folders = paths.flatMap((path) => ancestors(path))
    this.#all = new Set([...paths, ...folders])
    this.#endings = new Set([...this.#all].flatMap((path) => endings(path)))
    this.#tops = new Set(paths.map((path) => path.split('/')[0] ?? path))
  }

  has(path: string): boolean {
    return this.#all.has(path)
  }

  endsWith(path: string): boolean {
    return this.#endings.has(path)
  }

  startsAtTop(path: string): boolean {
    return this.#tops.has(path.split('/')[0] ?? path)
  }
}

function ancestors(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function endings(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}

function listLinks(prose: string): string[] {
  const inline = prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)
  const references = prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)
  const sources = prose.matchAll(/<(?:img|a)\s[^>]*(?:src|href)="([^"]+)"/g)
  return [...inline, ...references, ...sources].map(([, link = '']) => link)
}

function linkProblem(page: string, link: string, known: Known): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|#|\/\/)/.test(link)) return undefined
  const path = posix.normalize(posix.join(posix.dirname(page), link.replace(/[?#].*$/, '')))
  if (known.has(path.replace(/\/$/, ''))) return undefined
  return `${page} links to ${link}, which does not exist; fix the link`
}

function anchorProblem(
  page: string,
  link: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const [, path = '', anchor = ''] = /^([^#:]*)#(.+)$/.exec(link) ?? []
  const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path))
  if (anchor === '' || anchors.get(target)?.has(anchor) !== false) return undefined
  return `${page} links to ${link}, a heading that ${target} does not have; fix the link`
}

const madeByTools = /^(node_modules|\.data|test-results)(\/|$)|(^|\/)dist(\/|$)/
const placeholder = /[<>{}*…$|]|\.\.\.|NNN|^FILE\b/
// A lone `store.ts` is a convention, a lone `knip.json` a file; `./view.ts` is an import specifier.
const ownFile = /^([\w.@-]+(\/[\w.@-]+)+\.(tsx?|mjs)|[\w.@-]+(\/[\w.@-]+)*\.(md|tsv|sql|json))(:\d+.*)?$/
const importSpecifier = /^\.\.?\/|^@/

function listPaths(prose: string): string[] {
  return [...prose.matchAll(/(`+)([^`]+)\1/g)]
    .flatMap(([, , code = '']) => code.split(/[\s,;()'"]+/))
    .filter((token) => token !== '' && !placeholder.test(token) && !madeByTools.test(token))
}

function pathProblem(page: string, token: string, known: Known): string | undefined {
  const isOurs = ownFile.test(token) || (token.includes('/') && known.startsAtTop(token))
  if (!isOurs || importSpecifier.test(token)) return undefined
  if (/:\d+/.test(token)) return `${page} names a line, ${token}; name the file only, lines move`
  const path = token.replace(/\/$/, '')
  const beside = posix.normalize(posix.join(posix.dirname(page), path))
  if (known.endsWith(path) || known.has(beside)) return undefined
  return `${page} names ${token}, which does not exist; fix or remove it`
}

function commandProblems(page: string, text: string, { npmScripts, cliWords }: Repository): string[] {
  const run = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = '']) => name)
  const scripts = [...run, ...short]
    .filter((name) => !npmScripts.includes(name))
    .map((name) => `${page} names the npm script ${name}, which package.json does not have`)
  const verbs = [...text.matchAll(/\bnpm run cli -- ((?:[a-z][a-z-]*(?= |`|$) ?){1,2})/gm)]
    .map(([, words = '']) => words.trim())
    .filter((words) => words.split(' ').some((word) => !cliWords.has(word)))
    .map((words) => `${page} names the command \`${words}\`, which server/src/cli does not have`)
  return [...scripts, ...verbs]
}

/** Words in string literals and property names of sources, which is where a command table has its verbs. */
export function listWords(sources: ReadonlyMap<string, string>): Set<string> {
  const words = new Set<string>()
  for (const [path, source] of sources) {
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string') for (const word of value.split(/\s+/)) words.add(word)
      },
      Property: ({ key }) => {
        if (key.type === 'Identifier') words.add(key.name)
      },
    }).visit(parseSync(path, source).program)
  }
  return words
}

/** Sections of pages, named in sources as docs/page.md, "Heading", that the page does not have. */
export function findSectionProblems(
  sources: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, string>,
): string[] {
  return [...sources].flatMap(([path, source]) =>
    [...source.matchAll(/(docs\/[\w/-]+\.md), ["“]([^"”$]+)["”]/g)]
      .filter(([, page = '', heading = '']) => !listHeadings(pages.get(page) ?? '').includes(heading))
      .map(
        ([, page = '', heading = '']) =>
          `${path} names the section "${heading}", which ${page} does not have`,
      ),
  )
}

const readingsPage = 'docs/decisions/readings.md'
const readingId = /\b[A-D]-\d{2,3}\b(?![-\d])|\bux §\d+(?:\.\d+)*/g
const bareSection = /(?<![\w-])00[0-2] §[\d.]*/g

/** Ids in sources that the page of readings does not define, and sections written like decision numbers. */
export function findReadingProblems(sources: ReadonlyMap<string, string>, readings: string): string[] {
  const defined = new Set([...readings.matchAll(/^\| ([^|]+?) \|/gm)].map(([, id = '']) => id))
  return [...sources].flatMap(([path, source]) => {
    const ids = new Set([...source.matchAll(readingId)].map(([id]) => id))
    const sections = new Set([...source.matchAll(bareSection)].map(([section]) => section))
    return [
      ...[...ids]
        .filter((id) => !defined.has(id))
        .map(
          (id) =>
            `${path} names ${id}, which ${readingsPage} does not define; add the reading or drop the id`,
        ),
      ...[...sections].map((section) => `${path} names ${section}; write spec-${section}`),
    ]
  })
}

/** Problems of this repository's own pages. */
export function findOwnDocProblems(): string[] {
  const manifest = readRepository(/^package\.json$/).get('package.json') ?? '{}'
  const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(manifest)
  const pages = readRepository(/\.md$/)
  const pageProblems = findDocProblems(pages, {
    paths: listRepository(),
    npmScripts: Object.keys(scripts),
    cliWords: listWords(readRepository(/^server\/src\/cli\/(?!.*\.test\.).*\.ts$/)),
  })
  const sources = readRepository(/^(?!scripts\/check\/docs).*\.(tsx?|mjs|css|sql|md)$/)
  return [
    ...pageProblems,
    ...findSectionProblems(sources, pages),
    ...findReadingProblems(sources, pages.get(readingsPage) ?? ''),
  ]
}
