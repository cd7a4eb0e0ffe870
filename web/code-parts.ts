import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url))

interface Stage {
  name: string
  files: readonly string[]
}

/**
 * Files loaded together, in the order in which people need them; a later stage leaves out what an earlier one
 * contains.
 */
const stages: readonly Stage[] = [
  // Runs while the start's code is still loading.
  {
    name: 'early',
    // The other paths are part of it, because screens are declared with them.
    files: ['app/early.ts', 'modules/agency-commands/paths.ts', 'modules/agency-files/paths.ts'],
  },
  // With the sign-in screen, because a session can end while offline, when it could no longer be fetched.
  { name: 'start', files: ['app/main.tsx', 'modules/session/sign-in-page.tsx'] },
  {
    name: 'frame',
    files: [
      'app/chrome.tsx',
      'lib/live/live.ts',
      'modules/agencies/list-page.tsx',
      // Most further screens have them.
      'components/loading/card-query.ts',
      'components/loading/card-state.tsx',
      'components/titled-card.tsx',
      'ui/status-chip.tsx',
      'components/permission-gate.tsx',
      '../../node_modules/@tanstack/react-query/build/modern/useIsFetching.js',
      // What few screens share, each with others: a file of its own would have more bytes of headers than code.
      'components/messages/use-undo.ts',
      '../../contract/src/rules/agencies.ts',
      '../../contract/src/rules/agency-facts.ts',
    ],
  },
]

/** The agency screen without the content of its tabs: always loaded as a whole. */
const agency: Stage = {
  name: 'agency',
  files: ['app/agency-tabs.ts', 'modules/agencies/detail-page.tsx', 'modules/health/strip.tsx'],
}

type Modules = Rolldown.ChunkingContext

/** Files that only pass on what others export: all icons, everything for popups, everything for reads. */
const isBarrel = (id: string): boolean =>
  /\/(lucide-react\/dist\/esm\/lucide-react\.mjs|floating-ui-react\/index\.mjs|@tanstack\/(react-query|query-core)\/.*\/index\.js)$/.test(
    id,
  )
const importOfBarrel =
  /import \{([^}]*)\} from ["'](?:lucide-react|[./]*floating-ui-react\/index\.mjs|@tanstack\/(?:react-query|query-core))["']/g
const importOfPart = /(?:import|export) \{([^}]*)\} from ["'](\.[^"']+)["']/g
const toNames = (list: string): string[] => list.split(',').map((one) => one.trim())

/** The files of a barrel, and of those that it passes on whole, that a file uses. */
function findParts(code: string, barrel: string, modules: Modules): string[] {
  const imported = [...code.matchAll(importOfBarrel)].flatMap(([, list = '']) => toNames(list))
  const wanted = new Set(imported.map((one) => one.split(' as ')[0]))
  const { code: passing = '', importedIds = [] } = modules.getModuleInfo(barrel) ?? {}
  const parts = [...(passing ?? '').matchAll(importOfPart)]
    .filter(([, list = '']) => toNames(list).some((one) => wanted.has(one.split(' as ').at(-1))))
    .map(([, , path = '']) => join(dirname(barrel), path))
  return [...parts, ...importedIds.filter(isBarrel).flatMap((inner) => findParts(code, inner, modules))]
}

/** All direct and indirect imports of a file, without lazy ones. */
function findImported(files: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds)
      if (isBarrel(imported)) findParts(code ?? '', imported, modules).forEach(add)
      else add(imported)
  }
  for (const file of files) add(file)
  return found
}

function stageGroup({ name, files }: Stage, { priority }: { priority: number }): Rolldown.CodeSplittingGroup {
  const sources = files.map(source)
  let imported: Set<string> | undefined
  return {
    priority,
    name(id, modules) {
      imported ??= findImported(sources, modules)
      return imported.has(id) ? name : null
    },
  }
}

/**
 * The chunks of the build. By default the bundler makes one per combination of screens that share something: two
 * hundred, most smaller than their HTTP headers, and as many round trips, six at a time.
 */
export const codeParts: Rolldown.CodeSplittingOptions = {
  groups: [
    ...stages.map((stage, at) => stageGroup(stage, { priority: 10 - at })),
    {
      name: 'primitives',
      // Tabs, switches and dialogs are loaded with the few screens that have them, lists with the select.
      test: /\/node_modules\/@base-ui\/(?!react\/(select|tabs|switch|dialog)\/|.*\/(useListNavigation|useTypeahead)\.)/,
      minShareCount: 3,
      priority: 6,
    },
    {
      name: 'common',
      // Charts and live switches are loaded with the few screens that have them.
      test: new RegExp(
        [
          '/node_modules/lucide-react/',
          '/web/src/(agency|components|ui|lib)/(?!charts/|live-)',
          '/contract/src/(provider-refusals|outside-work|rules/product-statuses)',
        ].join('|'),
      ),
      minShareCount: 3,
      priority: 5,
    },
    {
      name: 'select',
      test: /\/node_modules\/@base-ui\/react\/select\/|\/web\/src\/ui\/live-select/,
      priority: 4,
    },
    // Each is shared with the list of all help topics.
    { name: 'help', test: /\/web\/src\/modules\/[^/]+\/help\.ts/, priority: 4 },
    // What the journal and the seat report need of an agency's screen.
    { name: 'seat-rules', test: /\/contract\/src\/(modules|rules)\/seats\.ts/, priority: 3 },
    // After what other screens share with it, because they do not need the rest.
    stageGroup(agency, { priority: 2 }),
    // The few icons of two screens: a file of its own takes twice as many bytes of headers as an icon has. And what
    // two of those that have such icons share.
    {
      name: 'icons',
      test: /\/node_modules\/lucide-react\/|\/web\/src\/components\/comparison\./,
      minShareCount: 2,
      priority: 1,
    },
    {
      name: 'config',
      // The tab and its parts from other modules, without what these share with others.
      test: new RegExp(
        [
          '/modules/(agency-keys|subscription|agencies/(config-|details-|name-form|onboarding-|status-select|storage-))',
          '/contract/src/rules/subscription',
          '/lucide-react/.*/(clipboard-copy|chevron-up)\\.',
        ].join('|'),
      ),
      priority: 1,
      includeDependenciesRecursively: false,
    },
    {
      // What the screens of one module share.
      name: (id) => /\/web\/src\/modules\/([^/]+)\//.exec(id)?.[1] ?? null,
      minShareCount: 2,
      priority: 0,
      includeDependenciesRecursively: false,
    },
  ],
}

const toLink = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head',
})

/**
 * Preloads the chunks of the first screen in parallel with the start's, which would request them only when it runs,
 * and the font, which the browser would request only when it renders text with it, too late for the first page.
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
