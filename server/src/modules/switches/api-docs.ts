import type { switches } from '@agency-support/contract/modules/switches'
import type { Handler } from '../../http/context.ts'
import { openApiDocument } from '../../http/openapi.ts'
import { openApiPage } from '../../http/openapi-page.ts'

/** The contract as OpenAPI 3.1. */
export const openapi: Handler<typeof switches.openapi> = (_input, { services }) => ({
  body: JSON.stringify(openApiDocument(services.config)),
})

/** The contract as a page. */
export const apiPage: Handler<typeof switches.apiPage> = (_input, { services }) => ({
  body: openApiPage(services.config),
})
