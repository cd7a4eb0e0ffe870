import type { switches } from '@agency-support/contract/modules/switches'
import type { ServerConfig } from '../../settings/config.ts'
import type { Handler } from '../../calls/context.ts'
import { agentOpenApiText } from '../../openapi/agent-openapi.ts'
import { openApiDocument } from '../../openapi/openapi.ts'
import { openApiPage } from '../../openapi/openapi-page.ts'

/** Caches a document per configuration: generating it takes as long as hundreds of requests. */
function madeOnce(make: (config: ServerConfig) => string): (config: ServerConfig) => string {
  const made = new WeakMap<ServerConfig, string>()
  return (config) => {
    const text = made.get(config) ?? make(config)
    made.set(config, text)
    return text
  }
}

const getDocument = madeOnce((config) => JSON.stringify(openApiDocument(config)))
const getPage = madeOnce(openApiPage)

/** The contract as OpenAPI 3.1. */
export const openapi: Handler<typeof switches.openapi> = (_input, { services }) => ({
  body: getDocument(services.config),
})

let agentText: string | undefined

/** The agents' protocol as OpenAPI 3.1; the same for every installation. */
export const agentOpenapi: Handler<typeof switches.agentOpenapi> = () => {
  agentText ??= agentOpenApiText()
  return { body: agentText }
}

/** The contract as an HTML page. */
export const apiPage: Handler<typeof switches.apiPage> = (_input, { services }) => ({
  body: getPage(services.config),
})
