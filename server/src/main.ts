import { readConfig } from './settings/config.ts'
import { serve } from './serve.ts'
import { startProblems } from './start-problem.ts'

/** Production: reads settings from the environment, migrates the schema, and serves until a signal. */
try {
  await serve(readConfig())
} catch (error) {
  const lines = startProblems(error).map((sentence) => `  - ${sentence}\n`)
  process.stderr.write(`Agency Support did not start.\n${lines.join('')}`)
  // Anything started before the failure must not keep this process alive.
  process.exit(1)
}
