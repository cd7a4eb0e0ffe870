import { readFile, writeFile } from 'node:fs/promises'
import { agentOpenApiText } from '../openapi/agent-openapi.ts'
import { fillAgentPage } from '../openapi/agent-page.ts'
import type { AloneVerb } from './cli.ts'

/** The agents' protocol, for authors of agencies' software. */
export const agentSpecVerb: AloneVerb = {
  usage: '[--page FILE.md]',
  about:
    'Write the agents’ protocol as an OpenAPI 3.1 document, or anew into the generated part of a page; needs no database.',
  options: { page: { type: 'string' } },
  words: [0, 0],
  needs: 'nothing',
  run: async ({ options: { page } }, { out }) => {
    if (typeof page !== 'string') return void out.write(agentOpenApiText())
    await writeFile(page, fillAgentPage(await readFile(page, 'utf8')))
  },
}
