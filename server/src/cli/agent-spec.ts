import { agentOpenApiText } from '../openapi/agent-openapi.ts'
import type { AloneVerb } from './cli.ts'

/** The agents' protocol for whoever writes an agency's software. */
export const agentSpecVerb: AloneVerb = {
  usage: '',
  about: 'Write the agents’ protocol as an OpenAPI 3.1 document; needs no database.',
  options: {},
  words: [0, 0],
  needs: 'nothing',
  run: async (_typed, { out }) => void out.write(agentOpenApiText()),
}
