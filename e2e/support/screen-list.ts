import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const web = join(import.meta.dirname, '../../web/src')

/** All screen titles and tab labels declared in the modules' screens.ts and tabs.ts. */
export function declaredScreens(): { titles: string[]; tabs: string[] } {
  const sources = globSync('modules/*/{screens,tabs}.ts', { cwd: web }).map((path) =>
    readFileSync(join(web, path), 'utf8'),
  )
  const all = (pattern: RegExp) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, found = '']) => found)).sort()
  const declared = sources.join('\n').match(/\b(openScreen|screen)\(\{/g)?.length
  const titles = all(/\btitle: '([^']+)'/g)
  if (titles.length !== declared) throw new Error('A screen is declared without a title in one line.')
  // Palette actions have a label, too, but no name.
  return { titles, tabs: all(/\bname: '[^']+',\s+label: '([^']+)'/g) }
}
