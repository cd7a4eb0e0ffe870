import type { AnyCall } from '@agency-support/contract/call'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ServerConfig } from '../config.ts'
import { toJsonSchema } from './json-schema.ts'
import { formatLimit, formatPermissions, servedCalls } from './openapi.ts'

interface Property {
  type?: string | string[]
  enum?: (string | number)[]
  const?: string | number
  description?: string
  anyOf?: Property[]
  items?: Property
}

const style = `body{font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1.5rem;color-scheme:light dark}
h2{margin:2.5rem 0 0;text-transform:capitalize}article{border-top:1px solid #8885;padding:1rem 0}h3{margin:0;font-size:1rem}
code{font-family:ui-monospace,monospace}table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:left;
padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid #8883}p{margin:.25rem 0}nav a{margin-right:1rem}`

/** What the content security policy names so that this page, and no other, may carry its style inside. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function getType(property: Property): string {
  if (property.anyOf !== undefined) return property.anyOf.map(getType).join(' or ')
  if (property.enum !== undefined) return property.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (property.const !== undefined) return JSON.stringify(property.const)
  if (Array.isArray(property.type)) return property.type.join(' or ')
  return property.type === 'array' ? `list of ${getType(property.items ?? {})}` : (property.type ?? 'any')
}

function fieldTable(caption: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const { properties, required } = toJsonSchema(schema, io) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  const rows = Object.entries(properties ?? {}).map(
    ([name, property]) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(getType(property))}${required?.includes(name) === true ? '' : ', optional'}</td><td>${escape(property.description ?? '')}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<table><caption>${caption}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function article(call: AnyCall): string {
  const { at } = call
  const field = at.form === 'nested' ? 'Command' : 'command'
  const command = 'command' in at ? ` {"${field}": "${at.command}", …}` : ''
  const needs = formatPermissions(call)
  const refusals = Object.values(call.refusals).map(
    ([code, says]) => `<li>code ${code}: ${escape(says)}</li>`,
  )
  const answer =
    call.answer.form === 'bare' ? call.answer.body : 'item' in call.answer ? call.answer.item : undefined
  return `<article><h3><code>${call.at.method} ${escape(call.at.path)}${escape(command)}</code></h3><p>${escape(call.about)}</p>
<p>${call.kind}, open to ${call.access}${needs === '' ? '' : `; needs ${escape(needs)}`}. ${formatLimit(call)}</p>
${fieldTable('Input', call.input, 'input')}${answer === undefined ? '' : fieldTable(`Answer (${call.answer.form})`, answer, 'output')}
${refusals.length === 0 ? '' : `<p>Refusals</p><ul>${refusals.join('')}</ul>`}</article>`
}

/** The contract as a page: every call with its input, answer, permissions and refusals. No script. */
export function openApiPage(config: Pick<ServerConfig, 'signInByGet'>): string {
  const modules = Map.groupBy(servedCalls(config), ({ module }) => module)
  const links = [...modules.keys()].map((module) => `<a href="#${module}">${module}</a>`)
  const sections = [...modules].map(
    ([module, calls]) => `<section><h2 id="${module}">${module}</h2>${calls.map(article).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Calls – Agency Support</title><style>${style}</style></head><body><main><h1>Calls of Agency Support</h1>
<p>The same contract the server checks; also as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p><nav aria-label="Modules">${links.join('')}</nav>${sections.join('')}</main></body></html>`
}
