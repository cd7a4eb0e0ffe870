import { readConfig } from './config.ts'
import { serve } from './serve.ts'
import { startProblems } from './start-problem.ts'

/** Production: settings from the environment, schema brought up to date, served until a signal. */
try {
  await serve(readConfig())
} catch (error) {
  const lines = startProblems(error).map((sentence) => `  - ${sentence}\n`)
  process.stderr.write(`Agency Support did not start.\n${lines.join('')}`)
  // Whatever began before the failure must not keep this process from ending.
  process.exit(1)
}
