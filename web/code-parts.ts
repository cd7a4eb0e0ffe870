import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url))

interface Stage {
  name: string
  files: readonly string[]
}

/** Files that are needed together, in the order in which people need them: what one brings the next does not. */
const stages: readonly Stage[] = [
  { name: 'start', files: ['app/main.tsx', 'modules/session/sign-in-page.tsx'] },
  {
    name: 'frame',
    files: ['app/chrome.ts', 'lib/live.ts', 'modules/agencies/list-page.tsx'],
  },
]

/** The agency screen without what stands on a tab: asked for at once, and never in part. */
const agency: Stage = {
  name: 'agency',
  files: ['app/agency-tabs.ts', 'modules/agencies/detail-page.tsx', 'modules/health/strip.tsx'],
}

type Modules = Rolldown.ChunkingContext

const isIcons = (id: string): boolean => id.endsWith('/lucide-react/dist/esm/lucide-react.mjs')
const importOfIcons = /import \{([^}]*)\} from ["']lucide-react["']/g
const exportOfIcon = /export \{([^}]*)\} from ["']([^"']+)["']/g
const toNames = (list: string): string[] => list.split(',').map((one) => one.trim())

/** The files of the icons that a file names; what it imports is one file that leads to every icon there is. */
function findIcons(code: string, icons: string, modules: Modules): string[] {
  const imported = [...code.matchAll(importOfIcons)].flatMap(([, list = '']) => toNames(list))
  const wanted = new Set(imported.map((one) => one.split(' as ')[0]))
  return [...(modules.getModuleInfo(icons)?.code ?? '').matchAll(exportOfIcon)]
    .filter(([, list = '']) => toNames(list).some((one) => wanted.has(one.split(' as ')[1])))
    .map(([, , path = '']) => join(dirname(icons), path))
}

/** Everything that a file imports, however indirectly, but for what comes late. */
function findImported(files: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds)
      if (isIcons(imported)) findIcons(code ?? '', imported, modules).forEach(add)
      else add(imported)
  }
  for (const file of files) add(file)
  return found
}

/** `whole`: with the files themselves, which otherwise stay what they are asked for by. */
function stageGroup(
  { name, files }: Stage,
  { priority, whole = false }: { priority: number; whole?: boolean },
): Rolldown.CodeSplittingGroup {
  const sources = files.map(source)
  let imported: Set<string> | undefined
  return {
    priority,
    name(id, modules) {
      imported ??= findImported(sources, modules)
      return imported.has(id) && (whole || !sources.includes(id)) ? name : null
    },
  }
}

/**
 * What the build puts into one file. Left alone it makes a file of everything that some screens share and others do not:
 * two hundred, most of them smaller than the headers they come with, and as many round trips six at a time.
 */
export const codeParts: Rolldown.CodeSplittingOptions = {
  groups: [
    ...stages.map((stage, at) => stageGroup(stage, { priority: 10 - at })),
    {
      name: 'primitives',
      test: /\/node_modules\/@(base-ui|floating-ui)\/|\/web\/src\/ui\/live-select/,
      minShareCount: 4,
      priority: 4,
    },
    { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2, priority: 4 },
    { name: 'calls', test: /\/contract\/src\//, minShareCount: 8, priority: 3 },
    {
      name: 'common',
      // Charts come with the few screens that have some, live switches as well.
      test: /\/web\/src\/((agency|components|ui|lib)\/(?!month-chart|chart-frame|live-)|modules\/[\w-]+\/help\.ts)/,
      minShareCount: 4,
      priority: 2,
    },
    // After what other screens share with it: they have no use for the rest.
    stageGroup(agency, { priority: 1, whole: true }),
  ],
}

const toLink = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head',
})

/**
 * Lets a page fetch the code around the first screen beside that of the start, which would ask for it only once it runs,
 * and the font, which the browser asks for only once something is drawn in it, too late to be used on the first page.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const frame = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'frame')
        if (frame === undefined) throw new Error('The build has no chunk of the name frame.')
        const font = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.woff2'))
        if (font === undefined) throw new Error('The build has no font.')
        return [
          toLink({ rel: 'modulepreload', href: `/${frame.fileName}` }),
          toLink({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font.fileName}` }),
        ]
      },
    },
  }
}
