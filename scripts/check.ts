import { availableParallelism } from 'node:os'
import { parts } from './check/parts.ts'
import { runMain } from './entry.ts'
import { type Part, runParts } from './part-runner.ts'

/** The parts of these names, or all. */
function selectParts(names: readonly string[]): readonly Part[] {
  const known = parts.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}; there are: ${known.join(', ')}.`)
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name))
}

await runMain(async () => {
  const isFine = await runParts(selectParts(process.argv.slice(2)), {
    parallel: Math.max(2, availableParallelism()),
    now: () => performance.now(),
    print: (line) => console.log(line),
  })
  process.exitCode = isFine ? 0 : 1
})
