import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/entry.ts'

/** A minimal table: rows in state, a sort, a filter, pages of 100; no styles and nothing else. */
const source = (rows: number): string => `
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
const all = Array.from({ length: ${rows} }, (_, at) => ({
  id: String(at * 7919 % 99991).padStart(8, '0'), Name: 'Agency ' + (at * 104729 % 10007), Status: at % 5, Started: '2026-01-0' + (at % 9 + 1), Stopped: '',
}))
const columns = ['Name', 'Status', 'Started', 'Stopped']
function Table() {
  const [{ by, up }, setSort] = useState({ by: 'Name', up: true })
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const kept = all.filter((row) => (row.id + ' ' + row.Name).toLowerCase().includes(text.toLowerCase()))
  kept.sort((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0) * (up ? 1 : -1))
  const from = (page * 100) % Math.max(1, kept.length)
  return h('section', null,
    h('input', { type: 'text', 'aria-label': 'Search', value: text, onChange: (event) => setText(event.target.value) }),
    h('button', { onClick: () => setPage(page + 1) }, 'Next'),
    h('table', null,
      h('thead', null, h('tr', null, h('th', null, 'Id'), ...columns.map((name) =>
        h('th', { key: name, scope: 'col' }, h('button', { onClick: () => setSort({ by: name, up: by !== name || !up }) }, name))))),
      h('tbody', null, kept.slice(from, from + 100).map((row) =>
        h('tr', { key: row.id }, h('th', { scope: 'row' }, row.id), ...columns.map((name) => h('td', { key: name }, row[name])))))))
}
createRoot(document.querySelector('main')).render(h(Table))
`

/** The script of a page with it, built like the console: React for production, minified. */
export async function buildPlainTable(rows: number): Promise<string> {
  const web = join(root, 'web')
  // React is resolved from there.
  const folder = await mkdtemp(join(web, '.plain-table-'))
  try {
    const entry = join(folder, 'main.js')
    await writeFile(entry, source(rows))
    await writeFile(
      join(folder, 'vite.config.js'),
      `export default { build: { lib: { entry: ${JSON.stringify(entry)}, formats: ['iife'], name: 'plain', fileName: () => 'plain.js' },
        outDir: 'out' }, define: { 'process.env.NODE_ENV': '"production"' }, logLevel: 'error' }`,
    )
    const vite = dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json'))
    execFileSync(process.execPath, [join(vite, 'bin/vite.js'), 'build', folder], { stdio: 'inherit' })
    return await readFile(join(folder, 'out/plain.js'), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
